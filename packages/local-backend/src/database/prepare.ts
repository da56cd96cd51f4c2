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

/** The database to which a reset connects to create and delete databases. */
const MAINTENANCE = "template1";
/** Name of the template database, which has the state after the migrations. */
const SNAPSHOT = "local_backend_snapshot";
/** Name under which a reset builds the new database, until the old database is deleted. */
const NEXT = "local_backend_next";

/** The comment of a finished template database, as JSON. */
interface Mark {
  /** Hash of the SQL from which the template was built. */
  hash: string;
  /**
   * Settings of the local backend's roles that apply to every database, as they were after the
   * migrations. These settings belong to the cluster, so a copy of the template does not contain
   * them.
   */
  roleSettings: Setting[];
}

export interface PrepareOptions {
  config: BackendConfig;
  /**
   * The SQL schemas of the services. A schema may use only objects of earlier schemas in this list.
   */
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

/**
 * Undoes or finishes an interrupted reset. Then prepares an empty database, or updates one that
 * another version of the local backend prepared. Finally applies the new migrations, unless
 * config.toml disables them. With `fromSchemas`, applies the schema files instead.
 */
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

/** Returns a hash of the migrations or, with `fromSchemas`, of the schema files. */
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
 * the SQL of the seed may refer to the buckets.
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
 * Resets the database to the state after the migrations. Builds this state in a template database,
 * and rebuilds the template only if its SQL has changed: the bootstrap SQL, a migration or a schema
 * file. A file that fails leaves the database unchanged, because it runs in the template.
 * @throws LocalBackendError `migration_failed` or, with `fromSchemas`, `schema_failed`
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
      // If the cleanup fails too, the next start or reset runs it again.
      await settleReset(client).catch(() => undefined);
      throw error;
    }
    await finishReset(client);
  });
}

/**
 * Undoes a reset that failed or was killed. If that reset has already deleted the old database,
 * finishes the reset instead. Does nothing if no reset was interrupted.
 */
async function settleReset(client: pg.Client): Promise<void> {
  // -2 marks a database whose deletion has begun: PostgreSQL sets this connection limit before it
  // deletes the files. Treat such a database as deleted.
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
  // Delete the template, because `takeRolesBack` deletes the roles that it uses.
  await client.query(`drop database if exists ${SNAPSHOT} with (force)`);
  await takeRolesBack(client);
}

/**
 * Replaces the deleted database, restores the settings of the local backend's roles, and deletes
 * the roles that only the deleted database used.
 */
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
  // Migrations may run `alter database postgres set …`, which changes the real database instead of
  // the template. Therefore, first give the real database the settings of a new one, and copy its
  // settings to the template after the migrations.
  await copySettings(client, SNAPSHOT, DATABASE);
  await buildSchema(options, SNAPSHOT);
  await copySettings(client, DATABASE, SNAPSHOT);
  const mark: Mark = { hash, roleSettings: await readOwnRoleSettings(client) };
  const comment = pg.escapeLiteral(JSON.stringify(mark));
  await client.query(`comment on database ${SNAPSHOT} is ${comment}`);
}

/**
 * Returns the parsed comment of the template database. Returns undefined if there is no finished
 * template. Older versions of the local backend wrote only a hash. A template with such a comment
 * is built again.
 */
async function readMark(client: pg.Client): Promise<Mark | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1",
    [SNAPSHOT],
  );
  const mark = rows[0]?.mark;
  return mark?.startsWith("{") ? (JSON.parse(mark) as Mark) : undefined;
}

/**
 * Copies the settings of a database, and those of roles in it, to another database. PostgreSQL does
 * not copy them from a template.
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
