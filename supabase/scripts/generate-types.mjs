// Usage: node scripts/generate-types.mjs [postgresql://…]. Without a URL, the script starts a local
// backend.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cliEnvironment } from "./cli-environment.ts";

const projectDir = join(import.meta.dirname, "..");
const repositoryDir = join(projectDir, "..");

export function generateTypes(databaseUrl) {
  const raw = execFileSync(
    join(projectDir, "node_modules/.bin/supabase"),
    ["gen", "types", `--remote=${databaseUrl}`, "--schema", "public"],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      cwd: repositoryDir,
      env: cliEnvironment(),
    },
  );
  return execFileSync(
    join(repositoryDir, "node_modules/.bin/biome"),
    ["format", "--stdin-file-path=supabase/types.ts"],
    { encoding: "utf8", input: raw, cwd: repositoryDir },
  );
}

async function main() {
  const address = process.argv[2];
  const target = join(projectDir, "database.types.ts");
  if (address) {
    writeFileSync(target, generateTypes(address));
    return;
  }
  const { startLocalBackend } = await import("@dossier/local-backend");
  const backend = await startLocalBackend({
    dir: projectDir,
    memory: true,
    seed: false,
    ports: { api: 0, db: 0 },
  });
  try {
    writeFileSync(target, generateTypes(backend.urls.db));
  } finally {
    await backend.stop();
  }
}

if (import.meta.main) await main();
