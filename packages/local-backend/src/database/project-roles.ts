import pg from "pg";
import { DATABASE } from "./connection.ts";

/** PostgreSQL's FirstNormalObjectId. All objects with lower IDs were created by initdb. */
const FIRST_OWN_OID = 16_384;
/**
 * This role exists only during a reset. Its comment stores the original names of the renamed roles,
 * and the settings. A single transaction writes the comment and renames the roles, so that they
 * match even if the reset is killed.
 */
const RECORD = "local_backend_reset";

interface Role {
  oid: string;
  name: string;
}

/** Settings of a database, of a role in a database, or of a role in all databases. */
export interface Setting {
  role: string;
  values: string[];
}

interface ResetRecord {
  roles: Role[];
  settings: Setting[];
  /** Undefined if an older version wrote the record. */
  roleSettings?: Setting[];
}

/**
 * Roles that the bootstrap creates, and the record of a reset. All other roles belong to the
 * project.
 */
const OWN_ROLES = [
  ...["anon", "authenticated", "service_role", "authenticator", "postgres", "dashboard_user"],
  ...["supabase_admin", "supabase_auth_admin", "supabase_storage_admin"],
  ...["supabase_realtime_admin", "supabase_functions_admin", "supabase_replication_admin"],
  ...["supabase_read_only_user", RECORD],
];

async function projectRoles(client: pg.Client): Promise<Role[]> {
  const { rows } = await client.query<Role>(
    `select oid::text, rolname as name from pg_roles
      where oid >= ${FIRST_OWN_OID} and not rolname = any($1) order by oid`,
    [OWN_ROLES],
  );
  return rows;
}

const OID_OF_DATABASE = `(select oid from pg_database where datname = '${DATABASE}')`;

const OF_DATABASE = `setdatabase = ${OID_OF_DATABASE}`;
/** Excludes the project's roles, which keep their settings when a reset renames them. */
const OF_OWN_ROLES = `setdatabase = 0 and setrole in
  (select oid from pg_roles where rolname in (${OWN_ROLES.map((name) => `'${name}'`).join(", ")}))`;

async function readSettings(client: pg.Client, which: string): Promise<Setting[]> {
  const { rows } = await client.query<Setting>(
    `select setrole::text as role, setconfig as values from pg_db_role_setting where ${which}`,
  );
  return rows;
}

async function writeSettings(
  client: pg.Client,
  which: string,
  database: string,
  settings: Setting[],
): Promise<void> {
  await client.query(`delete from pg_db_role_setting where ${which}`);
  for (const { role, values } of settings) {
    await client.query(
      `insert into pg_db_role_setting (setdatabase, setrole, setconfig)
        values (${database}, $1, $2)`,
      [role, values],
    );
  }
}

export const readOwnRoleSettings = (client: pg.Client): Promise<Setting[]> =>
  readSettings(client, OF_OWN_ROLES);

export const writeOwnRoleSettings = (client: pg.Client, settings: Setting[]): Promise<void> =>
  writeSettings(client, OF_OWN_ROLES, "0", settings);

async function readRecord(client: pg.Client): Promise<ResetRecord | undefined> {
  const { rows } = await client.query<{ record: ResetRecord }>(
    "select shobj_description(oid, 'pg_authid')::json as record from pg_roles where rolname = $1",
    [RECORD],
  );
  return rows[0]?.record;
}

export const isResetRecorded = async (client: pg.Client): Promise<boolean> =>
  (await readRecord(client)) !== undefined;

const asideName = ({ oid }: Role) => `aside_${oid}`;

/**
 * Renames the project's roles, so that migrations can create roles with the same names: roles
 * belong to the cluster, not to a database. The renamed roles keep their objects and rights.
 * Deletes the settings of the local backend's roles, because the bootstrap sets them again.
 */
export async function setRolesAside(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    const roles = await projectRoles(client);
    await client.query(`create role ${RECORD}`);
    const record: ResetRecord = {
      roles,
      settings: await readSettings(client, OF_DATABASE),
      roleSettings: await readOwnRoleSettings(client),
    };
    const comment = pg.escapeLiteral(JSON.stringify(record));
    await client.query(`comment on role ${RECORD} is ${comment}`);
    for (const role of roles) await rename(client, role.name, asideName(role));
    await writeOwnRoleSettings(client, []);
  });
}

/** Call this in a transaction, after the database that used the roles is deleted. */
export async function dropRolesAside(client: pg.Client): Promise<void> {
  const record = await readRecord(client);
  if (!record) return;
  const oids = new Set(record.roles.map(({ oid }) => oid));
  for (const role of await projectRoles(client)) {
    // A role that owns objects in another database keeps its temporary name.
    if (oids.has(role.oid)) await dropUnused(client, role.name);
  }
  await client.query(`drop role ${RECORD}`);
}

export async function takeRolesBack(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    const record = await readRecord(client);
    if (!record) return;
    const aside = record.roles;
    const names = new Map(aside.map(({ oid, name }) => [oid, name]));
    const roles = await projectRoles(client);
    for (const role of roles.filter(({ oid }) => !names.has(oid))) {
      // A role that another database uses remains. Rename it, so that the role from before the
      // reset can get its name back.
      const isGone = await dropUnused(client, role.name);
      const isTaken = aside.some(({ name }) => name === role.name);
      if (!isGone && isTaken) await rename(client, role.name, asideName(role));
    }
    for (const { oid, name } of roles) await rename(client, name, names.get(oid) ?? name);
    await writeSettings(client, OF_DATABASE, OID_OF_DATABASE, record.settings);
    if (record.roleSettings) await writeOwnRoleSettings(client, record.roleSettings);
    await client.query(`drop role ${RECORD}`);
  });
}

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  if (from === to) return;
  await client.query(
    `alter role ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`,
  );
}

/**
 * `drop owned` revokes the role's rights on databases. It also drops the role's objects in the
 * connected database, which is not the project's database.
 * @returns whether the role is deleted
 */
async function dropUnused(client: pg.Client, name: string): Promise<boolean> {
  const role = pg.escapeIdentifier(name);
  await client.query("savepoint before_role");
  try {
    await client.query(`drop owned by ${role}`);
    await client.query(`drop role ${role}`);
    await client.query("release before_role");
    return true;
  } catch (error) {
    await client.query("rollback to before_role");
    if (error instanceof pg.DatabaseError && error.code === DEPENDENT_OBJECTS) return false;
    throw error;
  }
}

const DEPENDENT_OBJECTS = "2BP01";

export async function inTransaction(client: pg.Client, run: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await run();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
