/** Runs statements on one connection. */
export interface Queryable {
  /** Runs one statement and returns its rows. Values are bound, never interpolated. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/** Role and settings of a transaction. */
export interface TransactionOptions {
  /** Database role taken with `set local role`, such as `authenticated` or `supabase_auth_admin`. */
  role?: string;
  /** Transaction-local settings, such as `request.jwt.claims` or `storage.operation`. */
  settings?: Readonly<Record<string, string>>;
  /** Roll back even when the callback succeeds, to test permissions. */
  rollback?: boolean;
}

/**
 * The only access of the services to PostgreSQL. The pool connects as the
 * cluster's owner, and a service sets the role it acts as.
 */
export interface Database extends Queryable {
  /** Runs the callback in one transaction. An error rolls it back and is rethrown. */
  transaction<T>(run: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Subscribes to `NOTIFY channel`, also after a reconnect. Returns a function that unsubscribes. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}
