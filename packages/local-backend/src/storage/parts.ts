import type { BackendConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Tokens } from "../tokens.ts";
import type { FileStore } from "./file-store.ts";

/** What the endpoints share. */
export interface StorageParts {
  config: BackendConfig;
  database: Database;
  tokens: Tokens;
  files: FileStore;
  now(): number;
}
