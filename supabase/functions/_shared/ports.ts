export interface SystemDatabase {
  /** @throws Error that contains the error code of the database */
  rpc(name: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

export interface UserDatabase {
  /** @throws Refusal with the status, code and detail that our SQL raised */
  rpcAs(token: string, name: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

export interface ObjectStore {
  /** Returns undefined if the object does not exist. */
  open(bucket: string, path: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** `end` is exclusive. */
  read(bucket: string, path: string, start: number, end: number): Promise<Uint8Array>;
  remove(bucket: string, paths: readonly string[]): Promise<number>;
}

export interface Accounts {
  /** Creates an unconfirmed account. Returns undefined if the address already has an account. */
  create(email: string, password: string): Promise<string | undefined>;
  setPassword(userId: string, password: string): Promise<void>;
  removeFactors(userId: string): Promise<number>;
  remove(userId: string): Promise<void>;
}
