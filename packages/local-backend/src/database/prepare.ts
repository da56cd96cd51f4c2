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
import {
  dropRolesAside,
  inTransaction,
  isResetRecorded,
  readOwnRoleSettings,
  type Setting,
  setRolesAside,
  takeRolesBack,
  writeOwnRoleSettings,
} from "./project-roles.ts";
import type { Script } from "./run-script.ts";
import { applySchemas, readSchemas } from "./schemas.ts";
import { isSeedPending, readSeeds, recordSeed, runSeeds } from "./seed.ts";
import { warnOfUnfilteredFunctions } from "./unfiltered-functions.ts";

const MAINTENANCE = "template1";
/** Template database with the state after the migrations. */
const SNAPSHOT = "local_backend_snapshot";
/** Name of the new database until the old database is deleted. */
const NEXT = "local_backend_next";

interface Mark {
  hash: string;
  /** Role settings belong to the cluster, so copies of the template do not contain them. */
  roleSettings: Setting[];
}

export interface PrepareOptions {
  config: BackendConfig;
  serviceSchemas: readonly string[];
  passwords: DatabasePasswords;
  projectDir: string;
  fromSchemas: boolean;
  port: number;
  urls: BackendUrls;
  secretKey: string;
  log(line: string): void;
}

export async function prepareDatabase(
  options: PrepareOptions,
  isSeedWanted: boolean,
): Promise<void> {
  const { log } = options;
  await withClient(connectionAs("supabase_admin", options, MAINTENANCE), settleReset);
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

function schemaFingerprint({ config, projectDir, fromSchemas }: PrepareOptions): string {
  const ignore = () => undefined;
  const scripts: Script[] = fromSchemas
    ? readSchemas(config, projectDir, ignore)
    : readMigrations(projectDir, ignore);
  const hash = createHash("sha256");
  for (const { name, text } of scripts) hash.update(`${name}\0${text}\0`);
  return hash.digest("hex");
}

/** Calls `seedStorage` first, because the seed's SQL may refer to buckets. */
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
 * Builds the new state in a template database. If a migration fails, the current database stays
 * unchanged.
 */
export async function restoreDatabase(
  options: PrepareOptions,
  isSeedWanted: boolean,
): Promise<void> {
  await withClient(connectionAs("supabase_admin", options, MAINTENANCE), async (client) => {
    await settleReset(client);
    try {
      await renewSnapshot(client, options);
      await client.query(`create database ${NEXT} owner postgres template ${SNAPSHOT}`);
      await copySettings(client, SNAPSHOT, NEXT);
      await withClient(connectionAs("supabase_admin", options, NEXT), (next) =>
        next.query("update local_backend.state set is_seed_pending = $1", [isSeedWanted]),
      );
      await client.query(`drop database ${DATABASE} with (force)`);
    } catch (error) {
      // If `settleReset` fails too, the next start or reset runs it again.
      await settleReset(client).catch(() => undefined);
      throw error;
    }
    await finishReset(client);
  });
}

/** Undoes an interrupted reset, or finishes it if the old database is already deleted. */
async function settleReset(client: pg.Client): Promise<void> {
  // A limit of -2 means that PostgreSQL has begun to delete the database.
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname = any($1) and datconnlimit <> -2",
    [[DATABASE, NEXT]],
  );
  const names = rows.map(({ name }) => name);
  if (names.includes(NEXT) && !names.includes(DATABASE)) {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    return finishReset(client);
  }
  await client.query(`drop database if exists ${NEXT} with (force)`);
  if (!(await isResetRecorded(client))) return;
  // Drop the template first, because it may use roles that `takeRolesBack` deletes.
  await client.query(`drop database if exists ${SNAPSHOT} with (force)`);
  await takeRolesBack(client);
}

async function finishReset(client: pg.Client): Promise<void> {
  const mark = await readMark(client);
  await inTransaction(client, async () => {
    await client.query(`alter database ${NEXT} rename to ${DATABASE}`);
    if (mark) await writeOwnRoleSettings(client, mark.roleSettings);
    await dropRolesAside(client);
  });
}

async function renewSnapshot(client: pg.Client, options: PrepareOptions): Promise<void> {
  const hash = createHash("sha256")
    .update(bootstrapFingerprint(options))
    .update(schemaFingerprint(options))
    .update(DATABASE_LOCALE)
    .digest("hex");
  if ((await readMark(client))?.hash === hash) return;
  await client.query(`drop database if exists ${SNAPSHOT} with (force)`);
  await setRolesAside(client);
  await client.query(
    `create database ${SNAPSHOT} owner postgres template template0 ${DATABASE_LOCALE}`,
  );
  await withClient(connectionAs("supabase_admin", options, SNAPSHOT), (builder) =>
    bootstrap(builder, { ...options, isSeedWanted: false }),
  );
  // Migrations may run `alter database postgres set …`, which changes the current database instead
  // of the template. Therefore, copy the settings to the template afterwards.
  await copySettings(client, SNAPSHOT, DATABASE);
  await buildSchema(options, SNAPSHOT);
  await copySettings(client, DATABASE, SNAPSHOT);
  const mark: Mark = { hash, roleSettings: await readOwnRoleSettings(client) };
  const comment = pg.escapeLiteral(JSON.stringify(mark));
  await client.query(`comment on database ${SNAPSHOT} is ${comment}`);
}

/** Returns undefined for a template of an older version, whose comment contains only a hash. */
async function readMark(client: pg.Client): Promise<Mark | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1",
    [SNAPSHOT],
  );
  const mark = rows[0]?.mark;
  return mark?.startsWith("{") ? (JSON.parse(mark) as Mark) : undefined;
}

/**
 * A copy of a template does not contain the settings of the database or of roles in the database.
 */
async function copySettings(client: pg.Client, from: string, to: string): Promise<void> {
  const oidOf = (name: string) => `(select oid from pg_database where datname = '${name}')`;
  await client.query(`delete from pg_db_role_setting where setdatabase = ${oidOf(to)}`);
  await client.query(
    `insert into pg_db_role_setting (setdatabase, setrole, setconfig)
      select ${oidOf(to)}, setrole, setconfig from pg_db_role_setting
      where setdatabase = ${oidOf(from)}`,
  );
}
