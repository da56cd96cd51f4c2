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
  /** Deno's variables and those of the function. */
  environment: Record<string, string>;
  /** The working folder, `supabase/functions`. The worker may read it. */
  cwd: string;
  /** Deno's cache of npm packages. The worker may read it. */
  npmCache: string;
  /**
   * The worker creates its own folder here, the only one that it may write. The worker's end
   * deletes this folder.
   */
  tmpDir: string;
  logFile: string;
  trackChild(name: string, pid: number): () => void;
  /** Ends the process while it is loading. Its reason is the error. */
  signal: AbortSignal;
}

/** Deno exited or did not listen in time. */
export class BootError extends Error {
  override readonly name = "BootError";
}

/**
 * The function loaded but did not listen, or never finished loading. Without an edit, another attempt
 * would take as long and fail too.
 */
export class SilentError extends BootError {}

const POLL_MILLISECONDS = 10;
/** The longer a module has been loading, the less often it is asked, at least five times a second. */
const MAX_POLL_MILLISECONDS = 200;
const PORT_TRIES = 3;
/** After this time, the backend kills a stopping worker. */
const STOP_TIMEOUT_MILLISECONDS = 2_000;
/** Wall-clock limit of hosted Supabase, including background tasks. */
const BACKGROUND_TIMEOUT_MILLISECONDS = 150_000;

/** The guard runs first, because it must hold the original functions. */
const PRELOADS = [guard, runtime].map(
  (script) => `--preload=data:text/javascript,${encodeURIComponent(script)}`,
);
/** The guard logs this text before it ends a function that does not listen. */
const SILENT = "it does not listen: call Deno.serve or export default { fetch }";

/** Runs one function in a Deno process, on a loopback port. */
export class Worker {
  readonly port: number;
  readonly #child: Child;

  private constructor(child: Child, port: number) {
    this.#child = child;
    this.port = port;
  }

  /**
   * Starts a worker and waits until the function listens.
   * @throws BootError if the process exits or does not listen; the reason of an aborted signal
   */
  static async start(options: StartOptions): Promise<Worker> {
    mkdirSync(options.tmpDir, { recursive: true, mode: 0o700 });
    for (let attempt = 1; ; attempt += 1) {
      const port = await findFreePort();
      const tmpDir = mkdtempSync(join(options.tmpDir, "worker-"));
      const child = createChild({ ...options, tmpDir }, port);
      options.signal.throwIfAborted();
      const problem = await waitUntilListening(child, port, options.signal);
      if (problem === undefined) return new Worker(child, port);
      await child.stop();
      options.signal.throwIfAborted();
      const isPortTaken = child.log.tail().some((line) => /AddrInUse|EADDRINUSE/.test(line));
      if (isPortTaken && attempt < PORT_TRIES) continue;
      throw problem === SILENT ? new SilentError(problem) : new BootError(problem);
    }
  }

  get isAlive(): boolean {
    return this.#child.isRunning;
  }

  /** Ends the process after its background tasks, after 150 seconds at the latest. */
  finish(): Promise<void> {
    return this.#child.stop(BACKGROUND_TIMEOUT_MILLISECONDS);
  }

  /** Ends the process immediately, even while it is finishing. */
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
      // Additional protection in case the guard fails. No service listens only at these addresses.
      "--deny-net=0.0.0.0,[::]",
      "--allow-env",
      // Packages read their own files, such as WebAssembly.
      `--allow-read=${pathList(cwd, cwd, npmCache, tmpDir)}`,
      `--allow-write=${pathList(cwd, tmpDir)}`,
      // Node packages such as the AWS SDK and nodemailer read these when they load.
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
    // The next call starts another worker.
    onCrash: () => undefined,
  });
}

/**
 * Returns the existing folders as a list for Deno, which separates paths by commas. If a folder's
 * path contains a comma, passes the path relative to the working folder. The comma is usually in
 * the part that both paths share, so the relative path does not contain it.
 * @throws BootError if a comma remains, because Deno would then open other folders
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

/** Waits until the child listens. If it does not, returns the reason. */
async function waitUntilListening(
  child: Child,
  port: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  child.start();
  for (const since = performance.now(); !signal.aborted; ) {
    if (await isListening(port)) {
      // Another process may have taken the port. In this case, the child is about to exit.
      if (child.isRunning) return undefined;
    }
    const waited = performance.now() - since;
    await sleep(Math.min(MAX_POLL_MILLISECONDS, POLL_MILLISECONDS + waited / 100));
    if (!child.isRunning) {
      // The child's last output may still be in the pipe.
      await sleep(POLL_MILLISECONDS);
      const tail = child.log.tail();
      // The function may have logged its own error first.
      if (tail.some((text) => text.includes(SILENT))) return SILENT;
      const line = tail.find((text) => /\berror\b/i.test(text));
      return (
        line?.replace(/^error:\s*/i, "").trim() ||
        "it ended before it listened: call Deno.serve or export default { fetch }"
      );
    }
  }
  return "it was still loading";
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
