import { spawn } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { HASH_FLAGS } from "./slow-suites.mjs";
import { root } from "./toolchain.mjs";

let running;

// Exit only after the command, so that the command does not keep running in the background.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (!running) process.exit(128 + constants.signals[signal]);
    running.once("exit", () => process.exit(128 + constants.signals[signal]));
    running.kill(signal);
  });
}

export function run(command, args) {
  console.log(`\n› ${[command, ...args].join(" ")}`);
  return new Promise((done) => {
    running = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    running.on("error", (error) => {
      console.error(`${command} could not be started (${error.code}).`);
      done(false);
    });
    running.on("exit", (code) => {
      running = undefined;
      done(code === 0);
    });
  });
}

export async function runTurbo(tasks, flags = []) {
  const summaries = join(root, ".turbo", "runs");
  rmSync(summaries, { recursive: true, force: true });
  const ok = await run("turbo", [
    "run",
    ...tasks,
    "--summarize",
    ...HASH_FLAGS,
    "--continue=dependencies-successful",
    ...flags,
  ]);
  const outcomes = globSync("*.json", { cwd: summaries })
    .flatMap((file) => JSON.parse(readFileSync(join(summaries, file), "utf8")).tasks)
    .map((task) => ({
      id: task.taskId,
      name: task.package,
      task: task.task,
      hash: task.hash,
      package: task.directory.split("\\").join("/"),
      ok: task.execution?.exitCode === 0,
      ran: !!task.execution,
    }));
  return { ok, outcomes };
}
