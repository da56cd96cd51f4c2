import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type pg from "pg";
import { isBaselineInPlace } from "./baseline.ts";
import { type AsOwner, prepareExtensions } from "./extensions.ts";
import { rewritePrivileged } from "./privileged-statements.ts";
import { runScripts, type Script } from "./run-script.ts";

interface Migration extends Script {
  version: string;
  title: string;
}

export function readMigrations(projectDir: string, warn: (line: string) => void): Migration[] {
  const folder = join(projectDir, "migrations");
  if (!existsSync(folder)) return [];
  const migrations: Migration[] = [];
  for (const file of readdirSync(folder).sort()) {
    const match = /^(\d+)_(.+)\.sql$/.exec(file);
    if (!match) {
      if (file.endsWith(".sql")) warn(`migrations/${file} is skipped: name it <digits>_<name>.sql`);
      continue;
    }
    const [, version = "", title = ""] = match;
    const path = join(folder, file);
    const name = join(relative(join(projectDir, ".."), folder), file);
    migrations.push({ version, title, name, text: readFileSync(path, "utf8") });
  }
  return migrations;
}

/**
 * If the database has all versions that a baseline replaces, only records the baseline, as
 * `supabase migration repair --status applied` does.
 */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  asOwner: AsOwner,
  warn: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ version: string; text: string }>(
    "select version, statements[1] as text from supabase_migrations.schema_migrations",
  );
  const applied = new Map(rows.map((row) => [row.version, row.text]));
  const known = new Set(migrations.map(({ version }) => version));
  for (const migration of migrations) {
    const before = applied.get(migration.version);
    if (before === undefined) {
      const history = { applied: [...applied.keys()], known };
      if (isBaselineInPlace(migration, history)) {
        await record(client, migration);
      } else {
        await applyMigration(client, migration, asOwner, warn);
      }
      applied.set(migration.version, migration.text);
    } else if (before !== migration.text) {
      warn(`${migration.name} changed after it was applied; a reset applies the new version`);
    }
  }
}

function record(client: pg.Client, { version, title, text }: Migration): Promise<unknown> {
  return client.query(
    "insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)",
    [version, [text], title],
  );
}

async function applyMigration(
  client: pg.Client,
  migration: Migration,
  asOwner: AsOwner,
  warn: (line: string) => void,
): Promise<void> {
  const prepared = await prepareExtensions(migration, asOwner, warn);
  const { name } = migration;
  try {
    const text = rewritePrivileged({ name, text: prepared.text }, warn);
    await runScripts(client, [{ name, text }], {
      code: "migration_failed",
      whole: "this file",
      finish: () => record(client, migration),
    });
  } catch (error) {
    await prepared.undo();
    throw error;
  }
}
