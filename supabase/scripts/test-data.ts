import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { NamedProject } from "../../scripts/test-supabase/project.ts";
import { connectingStatement } from "./guide-statement.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tables to keep, because their rows come from migrations or from the operator. */
const KEPT_TABLES = ["file_types", "settings", "starter_templates"];

/** Matches reserved domains, which no one can own. */
const TEST_ADDRESS = "(\\.(example|test|invalid)|@example\\.(com|net|org))$";

const MIME_TYPES: Record<string, string> = {
  ".csv": "text/csv",
  ".jpg": "image/jpeg",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".webp": "image/webp",
};

async function asOwner(
  { databaseUrl }: NamedProject,
  work: (db: pg.Client) => Promise<void>,
): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    await db.query("begin");
    await work(db);
    await db.query("commit");
  } finally {
    await db.end();
  }
}

/** Protects a real project if the environment variables refer to it by mistake. */
async function refuseRealPeople(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from auth.users where email !~ $1",
    [TEST_ADDRESS],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) {
    throw new Error(`The project has ${count} users with real addresses and was not emptied.`);
  }
}

/**
 * Deletes all users, objects and rows of the app, except the rows of `KEPT_TABLES`. The bytes of
 * the objects remain in storage.
 * @throws Error if a user's address is not a test address, such as `mia@harbour.example`
 */
export async function eraseProject(project: NamedProject): Promise<void> {
  await asOwner(project, async (db) => {
    await refuseRealPeople(db);
    const { rows } = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
      where schemaname in ('public', 'private') and tablename <> all ($1)`,
      [KEPT_TABLES],
    );
    await db.query("alter table public.events disable trigger keep_all_events");
    await db.query(`truncate ${rows.map(({ name }) => name).join(", ")} restart identity cascade`);
    await db.query("alter table public.events enable trigger keep_all_events");
    // By default, Storage rejects a statement that deletes objects' rows but not their bytes.
    await db.query("select set_config('storage.allow_delete_query', 'true', true)");
    await db.query("delete from storage.objects where true");
    await db.query("delete from auth.users where true");
  });
}

export async function connectSchedules(project: NamedProject): Promise<void> {
  await asOwner(project, async (db) => {
    await db.query(connectingStatement(), [project.url, project.secretKey]);
  });
}

async function upload(project: NamedProject, bucket: string, folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const name = relative(folder, path).split(sep).join("/");
    const answer = await fetch(`${project.url}/storage/v1/object/${bucket}/${name}`, {
      method: "POST",
      headers: {
        apikey: project.secretKey,
        authorization: `Bearer ${project.secretKey}`,
        "content-type": MIME_TYPES[extname(name)] ?? "application/octet-stream",
        "x-upsert": "true",
      },
      body: new Uint8Array(readFileSync(path)),
    });
    if (!answer.ok) throw new Error(`${bucket}/${name} was refused: ${await answer.text()}`);
  }
}

export async function seedProject(project: NamedProject): Promise<void> {
  await asOwner(project, async (db) => {
    await db.query("select set_config('dossier.seed', 'test project', true)");
    await db.query(readFileSync(here("../seed.sql"), "utf8"));
  });
  await upload(project, "documents", here("../seed/documents"));
  await upload(project, "images", here("../seed/images"));
}
