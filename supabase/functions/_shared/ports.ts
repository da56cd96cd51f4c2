/** Calls a system function of the database with the service key. */
export interface SystemDatabase {
  /** @throws Error with the database's code */
  rpc(name: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

/** Calls a function of the database with a user's token. */
export interface UserDatabase {
  /** @throws Refusal with the status, code and detail that our SQL raised */
  rpcAs(token: string, name: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

/** Objects of the storage service, accessed with the service key. */
export interface ObjectStore {
  /** Streams a whole object; undefined when it no longer exists. */
  open(bucket: string, path: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Reads bytes from `start` up to, not including, `end`. */
  read(bucket: string, path: string, start: number, end: number): Promise<Uint8Array>;
  /** Deletes objects and returns how many there were. */
  remove(bucket: string, paths: readonly string[]): Promise<number>;
}

/** Accounts of the auth service, through its admin API. */
export interface Accounts {
  /** Creates an unconfirmed account; undefined when the address already has one. */
  create(email: string, password: string): Promise<string | undefined>;
  setPassword(userId: string, password: string): Promise<void>;
  /** Deletes every factor and returns how many there were. */
  removeFactors(userId: string): Promise<number>;
  /** Deletes the account. Does nothing if it is already deleted. */
  remove(userId: string): Promise<void>;
}
