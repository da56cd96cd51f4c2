import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Child } from "../supervisor/child.ts";
import { findFreePort, LOOPBACK } from "../supervisor/ports.ts";
import { workerEnvironment } from "./environment.ts";
import guard from "./guard.deno.js";
import runtime from "./runtime.deno.js";
import type { FunctionSource } from "./sources.ts";

interface StartOptions {
  deno: string;
  source: FunctionSource;
  /** Deno's options for the import map. */
  imports: readonly string[];
  /** Deno's and the function's variables together. */
  environment: Record<string, string>;
  /** `supabase/functions`: the working folder, which may be read. */
  cwd: string;
  /** Deno's cache of npm packages, which may be read. */
  npmCache: string;
  /** Gets a folder for the worker, the only one that it may write. It is deleted with the process. */
  tmpDir: string;
  logFile: string;
  trackChild(name: string, pid: number): () => void;
}

/** Deno exited, or did not listen in time. */
export class BootError extends Error {
  override readonly name = "BootError";
}

/** The function loaded and did not listen. Another try without an edit takes as long. */
export class SilentError extends BootError {}

/** Deno itself needs about 0.1 s. */
const BOOT_TIMEOUT_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 10;
const PORT_TRIES = 3;
/** After this time a stopping worker is killed. */
const STOP_TIMEOUT_MILLISECONDS = 2_000;
/** Hosted's wall-clock limit, which includes background tasks. */
const BACKGROUND_TIMEOUT_MILLISECONDS = 150_000;

/** In this order: the guard must see the originals. */
const PRELOADS = [guard, runtime].map(
  (script) => `--preload=data:text/javascript,${encodeURIComponent(script)}`,
);
/** What the guard says before it ends such a function. */
const SILENT = "it does not listen: call Deno.serve or export default { fetch }";

/** One Deno process that serves one function on a loopback port. */
export class Worker {
  readonly port: number;
  readonly #child: Child;

  private constructor(child: Child, port: number) {
    this.#child = child;
    this.port = port;
  }

  /**
   * Waits until the function listens.
   * @throws BootError when it exits or does not listen
   */
  static async start(options: StartOptions): Promise<Worker> {
    mkdirSync(options.tmpDir, { recursive: true, mode: 0o700 });
    for (let attempt = 1; ; attempt += 1) {
      const port = await findFreePort();
      const tmpDir = mkdtempSync(join(options.tmpDir, "worker-"));
      const child = createChild({ ...options, tmpDir }, port);
      const problem = await waitUntilListening(child, port);
      if (problem === undefined) return new Worker(child, port);
      await child.stop();
      const isPortTaken = child.log.tail().some((line) => /AddrInUse|EADDRINUSE/.test(line));
      if (isPortTaken && attempt < PORT_TRIES) continue;
      throw problem === SILENT ? new SilentError(problem) : new BootError(problem);
    }
  }

  get isAlive(): boolean {
    return this.#child.isRunning;
  }

  /** Ends the process after its background tasks, at the latest after 150 seconds. */
  finish(): Promise<void> {
    return this.#child.stop(BACKGROUND_TIMEOUT_MILLISECONDS);
  }

  /** Ends the process at once, also if it is finishing. */
  async stop(): Promise<void> {
    await this.#child.stop();
  }
}

function createChild(options: StartOptions, port: number): Child {
  const { deno, source, imports, environment, cwd, npmCache, tmpDir, logFile, trackChild } =
    options;
  return new Child({
    name: `function ${source.name}`,
    command: deno,
    args: [
      "run",
      "--cached-only",
      "--no-prompt",
      "--node-modules-dir=none",
      ...PRELOADS,
      ...imports,
      "--allow-net",
      // Additional protection behind the guard. No service listens only at these addresses.
      "--deny-net=0.0.0.0,[::]",
      "--allow-env",
      // Packages read files of their own, such as WebAssembly.
      `--allow-read=${pathList(cwd, cwd, npmCache, tmpDir)}`,
      `--allow-write=${pathList(cwd, tmpDir)}`,
      // Packages for Node such as the AWS SDK and nodemailer read these when they load.
      "--allow-sys=hostname,osRelease,homedir,userInfo,uid,gid,cpus",
      source.entrypoint,
    ],
    env: workerEnvironment({ ...environment, TMPDIR: tmpDir }, `tcp:${LOOPBACK}:${port}`),
    cwd,
    logFile,
    stopSignal: "SIGTERM",
    stopTimeoutMs: STOP_TIMEOUT_MILLISECONDS,
    track: (name, pid) => {
      const untrack = trackChild(name, pid);
      return () => {
        untrack();
        rmSync(tmpDir, { recursive: true, force: true });
      };
    },
    onCrash: () => undefined, // The next call starts another worker.
  });
}

/**
 * Returns the existing folders as a list for Deno, which separates paths by commas. A folder with a
 * comma is named relative to the working folder, because the comma is most likely in the path of both.
 * @throws BootError if a comma remains, because it would open other folders
 */
function pathList(cwd: string, ...folders: readonly string[]): string {
  const names = folders
    .filter((folder) => existsSync(folder))
    .map((folder) =>
      folder.includes(",") ? relative(realpathSync(cwd), realpathSync(folder)) || "." : folder,
    );
  const unsafe = names.find((name) => name.includes(","));
  if (unsafe)
    throw new BootError(`Deno cannot be given a folder with a comma in its name: ${unsafe}`);
  return names.join(",");
}

/** Returns the reason if the child does not listen. */
async function waitUntilListening(child: Child, port: number): Promise<string | undefined> {
  child.start();
  for (const end = Date.now() + BOOT_TIMEOUT_MILLISECONDS; Date.now() < end; ) {
    if (await isListening(port)) {
      // Another process may have taken the port. Then this child is about to exit.
      if (child.isRunning) return undefined;
    }
    await sleep(POLL_MILLISECONDS);
    if (!child.isRunning) {
      await sleep(POLL_MILLISECONDS); // Its last output may still be in the pipe.
      const tail = child.log.tail();
      // The function may have logged an error of its own before.
      if (tail.some((text) => text.includes(SILENT))) return SILENT;
      const line = tail.find((text) => /\berror\b/i.test(text));
      return (
        line?.replace(/^error:\s*/i, "").trim() ||
        "it ended before it listened: call Deno.serve or export default { fetch }"
      );
    }
  }
  return `it was still loading after ${BOOT_TIMEOUT_MILLISECONDS / 1000} seconds`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: LOOPBACK });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
