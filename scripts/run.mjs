// The door of `npm start` and `npm test`: fetches the toolchain, installs, runs one task.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { parseDemoOptions } from "./demo-options.mjs";
import { prepareToolchain, root } from "./toolchain.mjs";

const [task, ...args] = process.argv.slice(2);

function fail(message) {
  console.error(message);
  if (task === "ci") console.log("0 passed, 1 failed");
  process.exit(1);
}

function prepare() {
  try {
    // Refused before anything is fetched.
    if (task === "demo") parseDemoOptions(args, process.env);
    else if (args.length > 0) throw new Error(`npm test takes no options, but got ${args[0]}.`);
    return prepareToolchain();
  } catch (error) {
    return fail(error.message);
  }
}

const env = prepare();
const shell = process.platform === "win32";
const install = spawnSync("pnpm", ["install", "--frozen-lockfile", "--reporter=append-only"], {
  cwd: root,
  env: { ...env, CI: env.CI || "true" },
  stdio: ["ignore", task === "demo" ? "pipe" : "inherit", "inherit"],
  encoding: "utf8",
  shell,
});
if (install.status !== 0) {
  if (install.stdout) console.error(install.stdout);
  fail("Installing the packages failed: see the lines above.");
}

const child = spawn("pnpm", ["--silent", "run", task, ...args], {
  cwd: root,
  env,
  stdio: "inherit",
  shell,
});
// Ctrl-C reaches the whole process group by itself; the others are passed on. Either way the
// child ends first, so that nothing is left running behind the prompt.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
