/** Runs statements inside one connection. */
export interface Queryable {
  /** Runs one statement and answers its rows. Values are bound, never interpolated. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/** As whom, and with which settings, a transaction runs. */
export interface TransactionOptions {
  /** Database role taken with `set local role`, such as `authenticated` or `supabase_auth_admin`. */
  role?: string;
  /** Transaction-local settings, such as `request.jwt.claims` or `storage.operation`. */
  settings?: Readonly<Record<string, string>>;
  /** Roll back at the end even when the callback succeeds: for asking "may this caller?". */
  rollback?: boolean;
}

/**
 * The only seam between the services and PostgreSQL. The pool connects as the
 * cluster's owner; a service names the role it acts as.
 */
export interface Database extends Queryable {
  /** Runs the callback in one transaction; an error rolls it back and is thrown on. */
  transaction<T>(run: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Subscribes to `NOTIFY channel`; survives a reconnect. Answers the way to unsubscribe. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}
