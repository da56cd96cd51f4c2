import type { BackendConfig } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Database } from "../database/database.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { Tokens } from "../keys/tokens.ts";
import type { EmailSink } from "./outgoing-email.ts";

export interface ServiceContext {
  config: BackendConfig;
  database: Database;
  tokens: Tokens;
  keys: BackendKeys;
  urls: BackendUrls;
  /** The service's own folder. The service creates the folder on demand with mode 0700. */
  dataDir: string;
  projectDir: string;
  email: EmailSink;
  /**
   * Records a child in the lock file, so that a later start can stop it. Returns a function that
   * removes the record.
   */
  trackChild(name: string, pid: number): () => void;
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** Never log tokens, codes, addresses or file names. */
  log(line: string): void;
}
