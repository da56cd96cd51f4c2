import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const LOADER = new URL("./text-loader.mjs", import.meta.url).href;

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  process: ChildProcess;
  /**
   * Resolves with the whole output once it contains `text`. Rejects if the command ends without it.
   */
  untilPrinted(text: string): Promise<string>;
  finished: Promise<Finished>;
}

export function startCommand(...args: string[]): Running {
  return startCommandIn([], ...args);
}

/**
 * Runs the command through `wrapper`, a program that must replace itself with its last arguments
 * (`exec`).
 */
export function startCommandIn(wrapper: readonly string[], ...args: string[]): Running {
  const [program, ...rest] = [...wrapper, process.execPath, "--import", LOADER, CLI, ...args];
  const child = spawn(program ?? "", rest, { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    child.emit("printed");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const finished = once(child, "close").then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  return {
    process: child,
    finished,
    untilPrinted: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (stdout.includes(text)) resolve(stdout);
        };
        child.on("printed", look);
        finished.then(() => reject(new Error(`The command ended early: ${stderr}`)));
        look();
      }),
  };
}

export function runCommand(...args: string[]): Promise<Finished> {
  return startCommand(...args).finished;
}
