import { createHash } from "node:crypto";
import pg from "pg";
import type { BackendConfig } from "../config/schema.ts";
import type { BackendUrls } from "../config/urls.ts";
import type { DatabasePasswords } from "../keys/key-file.ts";
import { bootstrap, bootstrapFingerprint, bringUpToDate, readBootstrap } from "./bootstrap.ts";
import { checkCollation, DATABASE_LOCALE } from "./collation.ts";
import { connectionAs, DATABASE, withClient } from "./connection.ts";
import type { Queryable } from "./database.ts";
import type { AsOwner } from "./extensions.ts";
import { applyMigrations, readMigrations } from "./migrations.ts";
import type { Script } from "./run-script.ts";
import { applySchemas, readSchemas } from "./schemas.ts";
import { isSeedPending, readSeeds, recordSeed, runSeeds } from "./seed.ts";
import { warnOfUnfilteredFunctions } from "./unfiltered-functions.ts";

/** A copy of the database in the state after the migrations. */
const SNAPSHOT = "local_backend_snapshot";
const SEARCH_PATH = '"$user", public, extensions';

export interface PrepareOptions {
  config: BackendConfig;
  /** A schema may refer only to schemas before it. */
  serviceSchemas: readonly string[];
  passwords: DatabasePasswords;
  projectDir: string;
  /** If true, builds the database from the schema files instead of the migrations. */
  fromSchemas: boolean;
  port: number;
  urls: BackendUrls;
  secretKey: string;
  log(line: string): void;
}

/** Prepares the database if it is empty. Applies new migrations. */
export async function prepareDatabase(
  options: PrepareOptions,
  isSeedWanted: boolean,
): Promise<void> {
  const { log } = options;
  await withClient(connectionAs("supabase_admin", options), async (client) => {
    const state = await readBootstrap(client);
    if (!state) {
      await bootstrap(client, { ...options, isSeedWanted });
    } else {
      await bringUpToDate(client, options, state.fingerprint, log);
    }
    await checkCollation(client, log);
    await buildSchema(options);
  });
}

async function buildSchema(options: PrepareOptions, database = DATABASE): Promise<void> {
  const { config, projectDir, fromSchemas, log } = options;
  const owner = connectionAs("supabase_admin", options, database);
  const asOwner: AsOwner = (run) => withClient(owner, run);
  const asPostgres = (run: (client: pg.Client) => Promise<void>) =>
    withClient(connectionAs("postgres", options, database), run);
  if (fromSchemas) {
    const schemas = readSchemas(config, projectDir, log);
    await asPostgres(async (client) => {
      await applySchemas(client, schemas, asOwner, log);
      await client.query("discard all");
      await warnOfUnfilteredFunctions(client, log);
    });
  } else {
    const migrations = readMigrations(projectDir, log);
    if (!config.db.migrations.enabled) return;
    await asPostgres(async (client) => {
      await applyMigrations(client, migrations, asOwner, log);
      await warnOfUnfilteredFunctions(client, log);
    });
  }
}

/** Changes with the SQL that `buildSchema` applies to an empty database. */
function schemaFingerprint({ config, projectDir, fromSchemas }: PrepareOptions): string {
  const ignore = () => undefined;
  const scripts: Script[] = fromSchemas
    ? readSchemas(config, projectDir, ignore)
    : readMigrations(projectDir, ignore);
  const hash = createHash("sha256");
  for (const { name, text } of scripts) hash.update(`${name}\0${text}\0`);
  return hash.digest("hex");
}

/**
 * Creates the buckets, and runs the seed if it has not run yet. `seedStorage` runs first, because
 * the SQL may refer to the buckets that it creates.
 */
export async function seedDatabase(
  options: PrepareOptions,
  database: Queryable,
  seedStorage: (isFirst: boolean) => Promise<void>,
): Promise<void> {
  const { config, projectDir, urls, secretKey } = options;
  await database.query(
    `with previous as (delete from local_backend.settings)
      insert into local_backend.settings values ($1, $2)`,
    [urls.api, secretKey],
  );
  const isDue = await isSeedPending(database);
  await seedStorage(isDue);
  if (!isDue) return;
  const seeds = readSeeds(config, projectDir);
  if (seeds.length === 0) return recordSeed(database);
  await withClient(connectionAs("postgres", options), (client) => runSeeds(client, seeds));
}

/**
 * Resets the database to the state after the migrations. Builds this state once, as a template, and
 * copies the template until the bootstrap SQL or a migration changes. A failing migration leaves
 * the database unchanged, because it runs in the template.
 * @throws LocalBackendError `migration_failed`
 */
export async function restoreDatabase(
  options: PrepareOptions,
  isSeedWanted: boolean,
): Promise<void> {
  const maintenance = connectionAs("supabase_admin", options, "template1");
  await withClient(maintenance, async (client) => {
    await renewSnapshot(client, options);
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE} owner postgres template ${SNAPSHOT}`);
    await client.query(`alter database ${DATABASE} set search_path = ${SEARCH_PATH}`);
  });
  await withClient(connectionAs("supabase_admin", options), (client) =>
    client.query("update local_backend.state set is_seed_pending = $1", [isSeedWanted]),
  );
}

async function renewSnapshot(client: pg.Client, options: PrepareOptions): Promise<void> {
  const wanted = createHash("sha256")
    .update(bootstrapFingerprint(options))
    .update(schemaFingerprint(options))
    .update(DATABASE_LOCALE)
    .digest("hex");
  const { rows } = await client.query<{ mark: string | null }>(
    "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1",
    [SNAPSHOT],
  );
  if (rows[0]?.mark === wanted) return;
  await client.query(`drop database if exists ${SNAPSHOT} with (force)`);
  await client.query(
    `create database ${SNAPSHOT} owner postgres template template0 ${DATABASE_LOCALE}`,
  );
  await withClient(connectionAs("supabase_admin", options, SNAPSHOT), (builder) =>
    bootstrap(builder, { ...options, isSeedWanted: false }),
  );
  await buildSchema(options, SNAPSHOT);
  await client.query(`comment on database ${SNAPSHOT} is ${pg.escapeLiteral(wanted)}`);
}
