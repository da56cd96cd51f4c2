import { createHash } from "node:crypto";
import pg from "pg";
import type { BackendConfig } from "../config/schema.ts";
import type { DatabasePasswords } from "../keys/key-file.ts";
import databaseSql from "./sql/database.sql";
import exposedTablesSql from "./sql/exposed-tables.sql";
import olderDatabasesSql from "./sql/older-databases.sql";
import privilegedSql from "./sql/privileged.sql";
import rolesSql from "./sql/roles.sql";
import unusedTablesSql from "./sql/unused-tables.sql";

export interface BootstrapSource {
  config: BackendConfig;
  serviceSchemas: readonly string[];
}

/**
 * Identifies the bootstrap's SQL, which depends on the version of the local backend and on
 * `auto_expose_new_tables`.
 */
export function bootstrapFingerprint({ config, serviceSchemas }: BootstrapSource): string {
  return fingerprintOf(serviceSchemas, config.api.auto_expose_new_tables);
}

function fingerprintOf(serviceSchemas: readonly string[], isExposed: boolean): string {
  const sql = bootstrapSql(serviceSchemas, isExposed);
  return createHash("sha256").update(sql).digest("hex").slice(0, 16);
}

function bootstrapSql(serviceSchemas: readonly string[], isExposed: boolean): string {
  return joinSql([
    rolesSql,
    databaseSql,
    privilegedSql,
    ...(isExposed ? [exposedTablesSql] : []),
    ...serviceSchemas,
    unusedTablesSql,
  ]);
}

/** Resets the role after each part, because a part may set another role. */
const joinSql = (parts: readonly string[]) => parts.join("\n;reset role;\n");

interface BootstrapOptions extends BootstrapSource {
  passwords: DatabasePasswords;
  isSeedWanted: boolean;
}

export async function readBootstrap(
  client: pg.Client,
): Promise<{ fingerprint: string } | undefined> {
  const present = await client.query("select to_regclass('local_backend.state') is not null as ok");
  if (present.rows[0]?.ok !== true) return undefined;
  const { rows } = await client.query("select fingerprint from local_backend.state");
  return rows[0];
}

export async function bootstrap(client: pg.Client, options: BootstrapOptions): Promise<void> {
  const { passwords, isSeedWanted } = options;
  const quoted = pg.escapeLiteral;
  await client.query(`
    begin;
    ${bootstrapSql(options.serviceSchemas, options.config.api.auto_expose_new_tables)}
    ;reset role;
    alter role postgres password ${quoted(passwords.postgres)};
    alter role authenticator password ${quoted(passwords.authenticator)};
    insert into local_backend.state
      values (${quoted(bootstrapFingerprint(options))}, ${isSeedWanted});
    commit;
  `);
}

/** Updates the services' tables. Keeps all rows and the project's changes. */
export async function bringUpToDate(
  client: pg.Client,
  { config, serviceSchemas }: BootstrapSource,
  found: string,
  log: (line: string) => void,
): Promise<void> {
  const isExposed = config.api.auto_expose_new_tables;
  if (found === fingerprintOf(serviceSchemas, isExposed)) return;
  if (found === fingerprintOf(serviceSchemas, !isExposed)) {
    log("config.toml: api.auto_expose_new_tables has changed; a reset applies the new value");
    return;
  }
  const sql = joinSql([
    ...[rolesSql, olderDatabasesSql, privilegedSql],
    ...serviceSchemas,
    unusedTablesSql,
  ]);
  const fingerprint = fingerprintOf(serviceSchemas, isExposed);
  try {
    // These settings keep the project's event triggers and operators from running as the superuser.
    await client.query(`
      begin;
      set local event_triggers = off;
      set local search_path = pg_catalog;
      set local client_min_messages = warning;
      ${sql}
      ;reset role;
      update local_backend.state set fingerprint = ${pg.escapeLiteral(fingerprint)};
      commit;
    `);
    log(
      "another version of the local backend created this database; its service tables are now up to date",
    );
  } catch (error) {
    await client.query("rollback");
    const message = error instanceof Error ? error.message : String(error);
    log(
      `another version of the local backend created this database, and its service tables could not be updated: ${message}; calls that need the new tables fail until a reset. A reset deletes all rows, so save them first with pg_dump --data-only`,
    );
  }
}
