// Starts the demo in a temporary folder, or with the `TEST_SUPABASE_…` project, whose data it
// deletes.
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  connectSchedules,
  eraseProject,
  seedProject,
} from "../../../supabase/scripts/test-data.ts";
import { noteOf, ports, project } from "./addresses.ts";

const dataDir = mkdtempSync(join(tmpdir(), "dossier-e2e-"));
mkdirSync(dirname(noteOf("data-dir")), { recursive: true });
writeFileSync(noteOf("data-dir"), dataDir);
const log = createWriteStream(noteOf("server.log"));

const { NEXT_PUBLIC_SUPABASE_URL: _url, SUPABASE_URL: _url2, ...env } = process.env;
if (project) {
  await eraseProject(project);
  await seedProject(project);
  await connectSchedules(project);
  Object.assign(env, {
    NEXT_PUBLIC_SUPABASE_URL: project.url,
    NEXT_PUBLIC_SUPABASE_ANON_KEY: project.publishableKey,
    // All tests call from the same IP address, so the demo mode turns off the rate limits by address.
    DOSSIER_DEMO: "1",
    DOSSIER_MAILBOX_URL: project.mailboxUrl,
  });
}
const demo = spawn(
  process.execPath,
  [fileURLToPath(new URL("../../../scripts/demo.mjs", import.meta.url))],
  {
    env: {
      ...env,
      PORT: `${ports.web}`,
      BACKEND_PORT: `${ports.backend}`,
      DOSSIER_DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  },
);
for (const stream of [demo.stdout, demo.stderr]) stream.pipe(log, { end: false });
demo.stderr.pipe(process.stderr);

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => demo.kill("SIGTERM"));
demo.on("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
