// Prints SQL for the next migration, then lists all differences, including those that the SQL
// omits. Review the SQL before use, because it does not handle existing data. Usage: pnpm db:diff
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { compareCatalogs, readCatalog } from "./catalog.ts";
import { cliEnvironment } from "./cli-environment.ts";

const projectDir = join(import.meta.dirname, "..");

/**
 * @throws Error if the CLI finds an object that it cannot compare
 * @returns SQL that changes the first database to match the second; empty if they are equal
 */
export function diffDatabases(from: string, to: string): string {
  const { status, stdout, stderr, error } = spawnSync(
    join(projectDir, "node_modules/.bin/supabase"),
    ["db", "diff", "--from", from, "--to", to, "--strict-coverage"],
    {
      encoding: "utf8",
      cwd: join(projectDir, ".."),
      env: cliEnvironment(),
    },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`supabase db diff ended with ${status}: ${stderr}`);
  return stdout.trim();
}

export async function startBoth() {
  const { startLocalBackend } = await import("@dossier/local-backend");
  // Without Edge functions, the calls of the scheduled jobs do not change the app's data during the
  // comparison.
  const config = { edge_runtime: { enabled: false } };
  const options = { dir: projectDir, memory: true, seed: false, ports: { api: 0, db: 0 }, config };
  const started = await Promise.allSettled([
    startLocalBackend(options),
    startLocalBackend({ ...options, fromSchemas: true }),
  ]);
  const backends = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const stop = async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
  };
  const [fromMigrations, fromSchemas] = backends;
  if (!fromMigrations || !fromSchemas) {
    await stop();
    throw started.find((one) => one.status === "rejected")?.reason;
  }
  await Promise.all(backends.map(dropParameterRights));
  return { migrations: fromMigrations.urls.db, schemas: fromSchemas.urls.db, stop };
}

/**
 * Drops the grants of settings, because the CLI cannot compare them. On hosted Supabase, the
 * extension supautils allows these settings without a grant.
 */
async function dropParameterRights({ dataDir, urls }: { dataDir: string; urls: { db: string } }) {
  const { passwords } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const url = new URL(urls.db);
  url.username = "supabase_admin";
  url.password = passwords.supabase_admin;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query("select parname from pg_parameter_acl");
    for (const { parname } of rows) {
      await client.query(`revoke all on parameter ${parname} from postgres`);
    }
  } finally {
    await client.end();
  }
}

async function catalogOf(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await readCatalog(client);
  } finally {
    await client.end();
  }
}

async function main() {
  const { migrations, schemas, stop } = await startBoth();
  try {
    const sql = diffDatabases(migrations, schemas);
    const differences = compareCatalogs(await catalogOf(migrations), await catalogOf(schemas));
    if (sql !== "") console.log(sql);
    else if (differences.length === 0) console.log("-- No difference.");
    if (differences.length > 0) {
      console.log(
        "\n-- All differences, including those that the SQL above leaves out (rows, cron jobs, settings):",
      );
    }
    for (const difference of differences) console.log(`-- ${difference.split("\n")[0]}`);
  } finally {
    await stop();
  }
}

if (import.meta.main) await main();
