/** PostgreSQL parses and plans it once per connection. For a frequent statement with a fixed text. */
export interface PreparedStatement {
  name: string;
  text: string;
}

export interface Queryable {
  /** Values are bound, never interpolated. */
  query<Row extends object = Record<string, unknown>>(
    statement: string | PreparedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Taken with `set local role`, such as `authenticated` or `supabase_auth_admin`. */
  role?: string;
  /** Transaction-local settings, such as `request.jwt.claims` or `storage.operation`. */
  settings?: Readonly<Record<string, string>>;
  /** Roll back even when the callback succeeds, to test permissions. */
  rollback?: boolean;
}

/**
 * The only access of the services to PostgreSQL, as the cluster's owner. A service sets its own
 * role.
 */
export interface Database extends Queryable {
  /** An error rolls back and is rethrown. */
  transaction<T>(run: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Subscribes to `NOTIFY channel`, also after a reconnect. Returns a function that unsubscribes.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}
