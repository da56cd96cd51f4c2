export interface PreparedStatement {
  name: string;
  text: string;
}

export interface Queryable {
  query<Row extends object = Record<string, unknown>>(
    statement: string | PreparedStatement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface TransactionOptions {
  role?: string;
  settings?: Readonly<Record<string, string>>;
  /** Rolls back even if the callback succeeds. Used to test permissions. */
  rollback?: boolean;
}

/** Connects as the cluster's owner. A transaction can set another role. */
export interface Database extends Queryable {
  transaction<T>(run: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}
