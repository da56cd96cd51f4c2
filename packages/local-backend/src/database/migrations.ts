import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type pg from "pg";
import { type AsOwner, prepareExtensions } from "./extensions.ts";
import { runScripts, type Script } from "./run-script.ts";

/** A file of `supabase/migrations`. */
interface Migration extends Script {
  version: string;
  title: string;
}

/** Reads `<digits>_<name>.sql` in order; other files are named in a warning. */
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

/** Identifies a set of migrations by content. */
export function migrationsFingerprint(migrations: readonly Migration[]): string {
  const hash = createHash("sha256");
  for (const { version, text } of migrations) hash.update(`${version}\0${text}\0`);
  return hash.digest("hex").slice(0, 16);
}

/**
 * Applies what is new, one transaction each. The client is connected as `postgres`.
 * @throws LocalBackendError `migration_failed` with file and line
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
  for (const migration of migrations) {
    const before = applied.get(migration.version);
    if (before === undefined) {
      await applyMigration(client, migration, asOwner, warn);
    } else if (before !== migration.text) {
      warn(`${migration.name} changed after it was applied; a reset applies it anew`);
    }
  }
}

async function applyMigration(
  client: pg.Client,
  { version, title, name, text }: Migration,
  asOwner: AsOwner,
  warn: (line: string) => void,
): Promise<void> {
  const prepared = await prepareExtensions({ name, text }, asOwner, warn);
  try {
    await runScripts(client, [{ name, text: prepared.text }], {
      code: "migration_failed",
      whole: "this file",
      finish: () =>
        client.query(
          "insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)",
          [version, [text], title],
        ),
    });
  } catch (error) {
    await prepared.undo();
    throw error;
  }
}
