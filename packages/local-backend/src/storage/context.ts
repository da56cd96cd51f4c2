import type { BackendConfig } from "../config/schema.ts";
import type { Database } from "../database/database.ts";
import type { Tokens } from "../keys/tokens.ts";
import type { FileStore } from "./file-store.ts";

export interface StorageContext {
  config: BackendConfig;
  database: Database;
  tokens: Tokens;
  files: FileStore;
  now(): number;
}
