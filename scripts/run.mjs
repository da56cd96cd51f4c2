// Downloads the toolchain if it is missing, installs the dependencies, and runs one task.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { parseDemoOptions } from "./demo-options.mjs";
import { endOrphanedServers } from "./orphaned-servers.mjs";
import { requireFreePort } from "./ports.mjs";
import { prepareToolchain, root } from "./toolchain.mjs";

const [task, ...args] = process.argv.slice(2);
const shell = process.platform === "win32";

const TASKS = {
  demo: [
    [
      // Keep `NEXT_PUBLIC_…` variables out of the build, so that the build works with any backend.
      ...["turbo", "run", "build", "--output-logs=errors-only", "--framework-inference=false"],
      ...["--filter=@dossier/web", "--filter=@dossier/local-backend"],
    ],
    ["node", "scripts/demo.mjs", ...args],
  ],
  ci: [["node", "scripts/ci.mjs", args[0] === "--slow" ? "all" : "quick"]],
  slow: [["node", "scripts/ci.mjs", "slow"]],
};

function fail(message) {
  console.error(message);
  if (task !== "demo") console.log("0 passed, 1 failed");
  process.exit(1);
}

async function prepare() {
  try {
    // Check the ports first: before the download, and before the build replaces the files of a
    // running app.
    if (task === "demo") {
      const { hosted, port, backendPort } = parseDemoOptions(args, process.env);
      const ended = await endOrphanedServers(join(root, ".tools"));
      if (ended.length > 0) console.log("Stopped a web app left over from an earlier start.");
      await requireFreePort("PORT", port);
      if (!hosted) await requireFreePort("BACKEND_PORT", backendPort);
    } else {
      const unknown = args.find((arg) => task !== "ci" || arg !== "--slow");
      if (unknown) throw new Error(`Unknown option ${unknown}. npm test takes only --slow.`);
    }
    return prepareToolchain();
  } catch (error) {
    return fail(error.message);
  }
}

function install(env) {
  if (!existsSync(join(root, "node_modules"))) console.log("Installing packages…");
  const quiet = task === "demo";
  const { status, stdout } = spawnSync(
    "pnpm",
    ["install", "--frozen-lockfile", "--reporter=append-only"],
    {
      cwd: root,
      env: { ...env, CI: env.CI || "true" },
      stdio: ["ignore", quiet ? "pipe" : "inherit", "inherit"],
      encoding: "utf8",
      shell,
    },
  );
  if (status === 0) return;
  if (stdout) console.error(stdout);
  fail("Installing the packages failed: see the lines above.");
}

let running;
function run([command, ...words], env) {
  return new Promise((done) => {
    running = spawn(command, words, { cwd: root, env, stdio: "inherit", shell });
    running.on("error", (error) => fail(`${command} could not be started (${error.code}).`));
    running.on("exit", (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}

// Exit only after the task, so that the task does not keep running in the background. On Ctrl-C,
// demo.mjs receives the signal twice and ignores the second one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => running?.kill(signal));
}

const env = await prepare();
install(env);
for (const command of TASKS[task]) {
  const code = await run(command, env);
  if (code !== 0) process.exit(code);
}
