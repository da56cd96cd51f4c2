import type { BackendConfig } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Database } from "../database/database.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { Tokens } from "../keys/tokens.ts";
import type { EmailSink } from "./outgoing-email.ts";

/**
 * The parts of the backend that a service can use. Only `dataDir` is different for each service.
 */
export interface ServiceContext {
  config: BackendConfig;
  database: Database;
  tokens: Tokens;
  keys: BackendKeys;
  urls: BackendUrls;
  /**
   * Absolute path of this service's data folder. The service creates it on demand, with mode 0700.
   */
  dataDir: string;
  /** Absolute path of the `supabase/` folder. */
  projectDir: string;
  email: EmailSink;
  /**
   * Records a child process in the lock file. If the backend is killed, a later start can stop the
   * child. Returns a function that removes the record.
   */
  trackChild(name: string, pid: number): () => void;
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
  /** Logs one line for the operator. Never pass tokens, codes, addresses or file names. */
  log(line: string): void;
}
