import pg from "pg";
import { LocalBackendError, type LocalBackendErrorCode } from "../config/errors.ts";
import { blankStatement, lineAt, type Statement, splitStatements } from "./statements.ts";

/** Schemas of the extensions that functions/schema.sql implements, as on hosted Supabase. */
const STOOD_IN_FOR = new Map([
  ["pg_cron", "pg_catalog"],
  ["pg_net", "extensions"],
]);

/**
 * Dumps of hosted projects create these extensions even if the project does not use them.
 * Therefore, `create extension if not exists` causes only a warning.
 */
const PLATFORM = new Set(["pg_graphql", "pgjwt", "pgsodium", "supabase_vault"]);

/** Hosted Supabase lets `postgres` create these extensions (privileged extensions of supautils). */
const PRIVILEGED = new Set([
  ...["amcheck", "autoinc", "bloom", "dblink", "dict_xsyn", "earthdistance", "insert_username"],
  ...["moddatetime", "pg_buffercache", "pg_prewarm", "pg_stat_statements", "pg_walinspect"],
  ...["pgrowlocks", "pgstattuple", "postgres_fdw", "refint", "sslinfo"],
]);

const CREATE =
  /^create\s+extension\s+(?<optional>if\s+not\s+exists\s+)?(?:"(?<quoted>[^"]+)"|(?<name>\w+))(?=\s|$)/i;

interface Creation extends Statement {
  name: string;
  isOptional: boolean;
}

function findCreations(script: string): Creation[] {
  return splitStatements(script).flatMap(({ text, offset }) => {
    const groups = CREATE.exec(text)?.groups;
    if (!groups) return [];
    const name = groups.quoted ?? groups.name?.toLowerCase() ?? "";
    return [{ name, isOptional: groups.optional !== undefined, text, offset }];
  });
}

export type AsOwner = <T>(run: (client: pg.Client) => Promise<T>) => Promise<T>;

/** If the script fails, call `undo` to drop the created extensions. */
export interface PreparedScript {
  text: string;
  undo(): Promise<void>;
}

export async function prepareExtensions(
  script: { name: string; text: string },
  asOwner: AsOwner,
  warn: (line: string) => void,
  code: LocalBackendErrorCode = "migration_failed",
): Promise<PreparedScript> {
  let { text } = script;
  const others: Creation[] = [];
  const stoodInFor: string[] = [];
  for (const creation of findCreations(text)) {
    if (STOOD_IN_FOR.has(creation.name)) {
      stoodInFor.push(creation.name);
      text = blankStatement(text, creation);
    } else if (PLATFORM.has(creation.name) && creation.isOptional) {
      warn(`${script.name}: extension ${creation.name} is not supported; SQL that uses it fails`);
      text = blankStatement(text, creation);
    } else {
      others.push(creation);
    }
  }
  if (stoodInFor.length > 0) await asOwner((client) => recordExtensions(client, stoodInFor));
  const first = others.find(({ name }) => PRIVILEGED.has(name));
  if (!first) return { text, undo: async () => undefined };
  const created = await asOwner((client) => createPrivileged(client, others)).catch((cause) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const line = lineAt(text, first.offset);
    throw new LocalBackendError(code, `${script.name}, line ${line}: ${why}.`, { cause });
  });
  for (const creation of created) text = blankStatement(text, creation);
  return {
    text,
    undo: async () => {
      if (created.length === 0) return;
      const names = created.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
      await asOwner((client) => client.query(`drop extension if exists ${names} cascade`));
    },
  };
}

/**
 * Scripts look for extensions in `pg_extension`. `undo` keeps these entries, because the local
 * backend always has the functions of these extensions.
 */
async function recordExtensions(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await client.query(
      `insert into pg_extension
        (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select pg_nextoid('pg_extension', 'oid', 'pg_extension_oid_index'), $1, 10, oid, false, '1.0'
      from pg_namespace where nspname = $2
        and not exists (select from pg_extension where extname = $1)`,
      [name, STOOD_IN_FOR.get(name)],
    );
  }
}

/**
 * Creates the privileged extensions in the script. Also creates other extensions in the script if a
 * privileged extension requires them.
 */
async function createPrivileged(client: pg.Client, creations: Creation[]): Promise<Creation[]> {
  const names = creations.map(({ name }) => name);
  const { rows } = await client.query<{ name: string; requires: string[] | null }>(
    `select e.name, v.requires::text[] from pg_available_extensions as e
      join pg_available_extension_versions as v on v.name = e.name and v.version = e.default_version
      where e.name = any ($1) and e.installed_version is null`,
    [names],
  );
  const privileged = rows.filter(({ name }) => PRIVILEGED.has(name));
  const wanted = new Set(privileged.flatMap(({ name, requires }) => [name, ...(requires ?? [])]));
  const missing = new Set(rows.map(({ name }) => name).filter((name) => wanted.has(name)));
  const created: Creation[] = [];
  for (const creation of creations) {
    if (!missing.delete(creation.name)) continue;
    await client.query(creation.text);
    if (creation.name === "postgres_fdw") {
      await client.query("grant usage on foreign data wrapper postgres_fdw to postgres");
    }
    created.push(creation);
  }
  return created;
}
