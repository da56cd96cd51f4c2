import { createHash } from "node:crypto";
import pg from "pg";
import type { BackendConfig } from "../config/schema.ts";
import type { DatabasePasswords } from "../keys/key-file.ts";
import databaseSql from "./sql/database.sql";
import exposedTablesSql from "./sql/exposed-tables.sql";
import privilegedSql from "./sql/privileged.sql";
import rolesSql from "./sql/roles.sql";
import unusedTablesSql from "./sql/unused-tables.sql";

export interface BootstrapSource {
  config: BackendConfig;
  /** In the order in which the schemas may refer to each other. */
  serviceSchemas: readonly string[];
}

/** Detects a database that another version of the SQL prepared. */
export function bootstrapFingerprint(source: BootstrapSource): string {
  return createHash("sha256").update(bootstrapSql(source)).digest("hex").slice(0, 16);
}

function bootstrapSql({ config, serviceSchemas }: BootstrapSource): string {
  const parts = [
    rolesSql,
    databaseSql,
    privilegedSql,
    ...(config.api.auto_expose_new_tables ? [exposedTablesSql] : []),
    ...serviceSchemas,
    unusedTablesSql,
  ];
  // A service's schema may leave its own role set.
  return parts.join("\n;reset role;\n");
}

interface BootstrapOptions extends BootstrapSource {
  passwords: DatabasePasswords;
  isSeedWanted: boolean;
}

/** Returns undefined for an empty database. */
export async function readBootstrap(
  client: pg.Client,
): Promise<{ fingerprint: string; isSeedPending: boolean } | undefined> {
  const present = await client.query("select to_regclass('local_backend.state') is not null as ok");
  if (present.rows[0]?.ok !== true) return undefined;
  const { rows } = await client.query(
    'select fingerprint, is_seed_pending as "isSeedPending" from local_backend.state',
  );
  return rows[0];
}

/** One transaction, as the owner of the database. */
export async function bootstrap(client: pg.Client, options: BootstrapOptions): Promise<void> {
  const { passwords, isSeedWanted } = options;
  const quoted = pg.escapeLiteral;
  await client.query(`
    begin;
    ${bootstrapSql(options)}
    ;reset role;
    alter role postgres password ${quoted(passwords.postgres)};
    alter role authenticator password ${quoted(passwords.authenticator)};
    insert into local_backend.state
      values (${quoted(bootstrapFingerprint(options))}, ${isSeedWanted});
    commit;
  `);
}
