// Runs `npm start`'s own script on a throw-away data directory and keeps its output for the
// test that looks for leaked secrets.
import { spawn } from "node:child_process";
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const addresses = JSON.parse(readFileSync(join(here, "addresses.json"), "utf8"));
const dataDir = mkdtempSync(join(tmpdir(), "dossier-e2e-"));
const results = join(here, "..", "reports");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "data-dir"), dataDir);
const log = createWriteStream(join(results, "server.log"));

const { NEXT_PUBLIC_SUPABASE_URL: _url, SUPABASE_URL: _url2, ...env } = process.env;
const demo = spawn(process.execPath, [join(here, "..", "..", "..", "scripts", "demo.mjs")], {
  env: {
    ...env,
    PORT: `${addresses.port}`,
    BACKEND_PORT: `${addresses.backendPort}`,
    DOSSIER_DATA_DIR: dataDir,
  },
  stdio: ["ignore", "pipe", "pipe"],
});
for (const stream of [demo.stdout, demo.stderr]) stream.pipe(log, { end: false });
demo.stderr.pipe(process.stderr);

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => demo.kill("SIGTERM"));
demo.on("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
