/** A frequent statement with a fixed text, which PostgreSQL parses only once per connection. */
export interface PreparedStatement {
  name: string;
  text: string;
}

export interface Queryable {
  /** Runs one statement. Values are bound as parameters, never inserted into the SQL. */
  query<Row extends object = Record<string, unknown>>(
    statement: string | PreparedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface TransactionOptions {
  /**
   * Role that the transaction sets with `set local role`, such as `authenticated` or
   * `supabase_auth_admin`.
   */
  role?: string;
  /** Transaction-local settings, such as `request.jwt.claims` or `storage.operation`. */
  settings?: Readonly<Record<string, string>>;
  /**
   * If true, rolls back even when the callback succeeds. Realtime and Storage use this to test
   * permissions.
   */
  rollback?: boolean;
}

/**
 * The interface through which the services access PostgreSQL. The services connect as the cluster's
 * owner, and transactions set other roles. PostgREST and scheduled jobs have connections of their
 * own.
 */
export interface Database extends Queryable {
  /**
   * Runs the callback in a transaction. If the callback throws, rolls back and rethrows the error.
   */
  transaction<T>(run: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Subscribes to `NOTIFY channel` and stays subscribed after a reconnect. Returns a function that
   * unsubscribes.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}
