import type { BackendConfig } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { Database } from "../database/database.ts";
import type { BackendKeys } from "../keys/key-file.ts";
import type { Tokens } from "../keys/tokens.ts";
import type { MailSink } from "./outgoing-email.ts";

/** What every service is given at creation. Services know this and nothing of each other. */
export interface ServiceContext {
  config: BackendConfig;
  database: Database;
  tokens: Tokens;
  keys: BackendKeys;
  urls: BackendUrls;
  /** Absolute path of the folder this service may keep files in; created on demand, mode 0700. */
  dataDir: string;
  /** Absolute path of the `supabase/` folder. */
  projectDir: string;
  mail: MailSink;
  /**
   * Writes a child process into the lock file, so that a later start can end it if this process
   * is killed. Answers the way to strike it out again.
   */
  trackChild(name: string, pid: number): () => void;
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** One line for the operator. Never give it tokens, codes, addresses or file names. */
  log(line: string): void;
}
