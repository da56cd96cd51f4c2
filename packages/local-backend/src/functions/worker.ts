import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Child } from "../supervisor/child.ts";
import { findFreePort, LOOPBACK } from "../supervisor/ports.ts";
import { workerEnvironment } from "./environment.ts";
import guard from "./guard.deno.js";
import { readablePaths } from "./readable.ts";
import runtime from "./runtime.deno.js";
import type { FunctionSource } from "./sources.ts";

interface StartOptions {
  deno: string;
  source: FunctionSource;
  imports: readonly string[];
  environment: Record<string, string>;
  cwd: string;
  npmCache: string;
  /** Each worker gets its own folder in this folder, and may write only to its own. */
  tmpDir: string;
  logFile: string;
  trackChild(name: string, pid: number): () => void;
  signal: AbortSignal;
}

export class BootError extends Error {
  override readonly name = "BootError";
}

/** Another attempt with the same files and environment would fail too. */
export class LastingBootError extends BootError {}

const POLL_MILLISECONDS = 10;
const MAX_POLL_MILLISECONDS = 200;
const PORT_TRIES = 3;
const STOP_TIMEOUT_MILLISECONDS = 2_000;
/** Wall-clock limit of hosted Supabase, including background tasks. */
const BACKGROUND_TIMEOUT_MILLISECONDS = 150_000;

/**
 * The guard must come first, so that it saves the original APIs before other code can replace them.
 */
const PRELOADS = [guard, runtime].map(
  (script) => `--preload=data:text/javascript,${encodeURIComponent(script)}`,
);
/** These errors do not last: the function may start when the disk has space again. */
const DISK_FULL = /no space left|disk full|os error (28|112)\b/i;
const SILENT = "it does not listen: call Deno.serve or export default { fetch }";

export class Worker {
  readonly port: number;
  readonly #child: Child;

  private constructor(child: Child, port: number) {
    this.#child = child;
    this.port = port;
  }

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
      const isLasting = child.hasExited && !isPortTaken && !DISK_FULL.test(problem);
      throw isLasting ? new LastingBootError(problem) : new BootError(problem);
    }
  }

  get isAlive(): boolean {
    return this.#child.isRunning;
  }

  finish(): Promise<void> {
    return this.#child.stop(BACKGROUND_TIMEOUT_MILLISECONDS);
  }

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
      "--vendor=false",
      ...PRELOADS,
      ...imports,
      "--allow-net",
      // A second safeguard after the guard: 0.0.0.0 and :: would listen on all interfaces.
      "--deny-net=0.0.0.0,[::]",
      "--allow-env",
      ...readOptions(cwd, npmCache, tmpDir),
      `--allow-write=${pathNames(cwd, tmpDir).join(",")}`,
      // Packages such as the AWS SDK and nodemailer read these system values when they load.
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
    // Do nothing: the function's next call starts another worker.
    onCrash: () => undefined,
  });
}

/** Linux limits a single argument to 131,071 bytes. */
const MAX_ARGUMENT = 100_000;
/**
 * Windows limits the whole command line to 32,767 characters. macOS limits the command line and the
 * environment together to 1 MiB.
 */
const MAX_ARGUMENTS = process.platform === "win32" ? 8_000 : 600_000;

/**
 * Includes `npmCache`, because packages read their own files at run time, such as WebAssembly.
 * @throws BootError if there are too many paths for a command line
 */
function readOptions(cwd: string, npmCache: string, tmpDir: string): string[] {
  const { paths, wayOut } = readablePaths(cwd);
  const options: string[] = [];
  let total = 0;
  let list = "--allow-read=";
  for (const name of pathNames(cwd, ...paths, npmCache, tmpDir)) {
    const bytes = Buffer.byteLength(name) + 1;
    total += bytes;
    if (Buffer.byteLength(list) + bytes > MAX_ARGUMENT) {
      options.push(list);
      list = "--allow-read=";
    }
    list += list.endsWith("=") ? name : `,${name}`;
  }
  if (total > MAX_ARGUMENTS) {
    throw new BootError(
      `${wayOut} leads out of functions/, so the backend has to list the readable files for Deno one by one, and the list is too long: remove the link`,
    );
  }
  return [...options, list];
}

/**
 * Deno separates paths by commas, so a path with a comma becomes relative, which usually removes
 * the comma.
 * @throws BootError if a comma remains, because Deno would then open other folders
 */
function pathNames(cwd: string, ...paths: readonly string[]): string[] {
  const names = paths
    .filter((path) => existsSync(path))
    .map((path) =>
      path.includes(",") ? relative(realpathSync(cwd), realpathSync(path)) || "." : path,
    );
  const unsafe = names.find((name) => name.includes(","));
  if (unsafe)
    throw new BootError(`Deno accepts no folder with a comma in its name. Rename ${unsafe}`);
  return names;
}

async function waitUntilListening(
  child: Child,
  port: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  child.start();
  for (const since = performance.now(); !signal.aborted; ) {
    if (await isListening(port)) {
      // If the child has exited, another process listens on the port.
      if (child.isRunning) return undefined;
    }
    const waited = performance.now() - since;
    await sleep(Math.min(MAX_POLL_MILLISECONDS, POLL_MILLISECONDS + waited / 100));
    if (!child.isRunning) {
      // The child's last output may still be in the pipe.
      await child.outputEnd;
      const tail = child.log.tail();
      // Prefer the guard's message to errors that the function logged earlier.
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
