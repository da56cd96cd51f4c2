// Prints the SQL that leads from the migrations to the schema files: what the next migration has to
// do. Review it before use; it names every object in full and knows nothing about data.
// Usage: pnpm db:diff
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const projectDir = join(import.meta.dirname, "..");

/**
 * Compares two databases with the Supabase CLI. Fails when it meets an object it cannot compare.
 * @param {string} from
 * @param {string} to
 * @returns {string} SQL that leads from one to the other; empty when they are the same
 */
export function diffDatabases(from, to) {
  const { status, stdout, stderr, error } = spawnSync(
    join(projectDir, "node_modules/.bin/supabase"),
    ["db", "diff", "--from", from, "--to", to, "--strict-coverage"],
    {
      encoding: "utf8",
      cwd: join(projectDir, ".."),
      // Loopback speaks no TLS.
      env: { ...process.env, PGSSLMODE: "disable", SUPABASE_TELEMETRY_DISABLED: "1" },
    },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`supabase db diff ended with ${status}: ${stderr}`);
  return stdout.trim();
}

/** Starts two throw-away databases, one from the migrations and one from the schema files. */
export async function startBoth() {
  const { startLocalBackend } = await import("@dossier/local-backend");
  const options = { dir: projectDir, memory: true, seed: false, ports: { api: 0, db: 0 } };
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
  return { migrations: fromMigrations.urls.db, schemas: fromSchemas.urls.db, stop };
}

async function main() {
  const { migrations, schemas, stop } = await startBoth();
  try {
    console.log(
      diffDatabases(migrations, schemas) || "-- The migrations lead to the schema files.",
    );
  } finally {
    await stop();
  }
}

if (import.meta.main) await main();
