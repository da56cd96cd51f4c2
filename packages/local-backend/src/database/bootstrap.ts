import { createHash } from "node:crypto";
import pg from "pg";
import type { BackendConfig } from "../config/schema.ts";
import type { DatabasePasswords } from "../keys/key-file.ts";
import databaseSql from "./sql/database.sql";
import exposedTablesSql from "./sql/exposed-tables.sql";
import rolesSql from "./sql/roles.sql";

/** Input of the bootstrap SQL. */
export interface BootstrapSource {
  config: BackendConfig;
  /** SQL schemas of the services, in the order in which they may refer to each other. */
  serviceSchemas: readonly string[];
}

/** Identifies the bootstrap SQL, so that a database bootstrapped by another version is noticed. */
export function bootstrapFingerprint(source: BootstrapSource): string {
  return createHash("sha256").update(bootstrapSql(source)).digest("hex").slice(0, 16);
}

function bootstrapSql({ config, serviceSchemas }: BootstrapSource): string {
  const parts = [
    rolesSql,
    databaseSql,
    ...(config.api.auto_expose_new_tables ? [exposedTablesSql] : []),
    ...serviceSchemas,
  ];
  // A service's schema may leave its own role set.
  return parts.join("\n;reset role;\n");
}

interface BootstrapOptions extends BootstrapSource {
  passwords: DatabasePasswords;
  isSeedWanted: boolean;
}

/** Returns the fingerprint of the SQL that prepared this database; undefined if it is empty. */
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

/** Prepares an empty database in one transaction, as its owner. */
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
