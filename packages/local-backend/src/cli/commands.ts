import { join, resolve } from "node:path";
import { LocalBackendError } from "../config/errors.ts";
import { requireProjectDir } from "../config/project-dir.ts";
import { openKeyRing } from "../keys/key-ring.ts";
import { openDataDirectory, reclaim } from "../lifecycle/data-directory.ts";
import type { LocalBackend } from "../lifecycle/local-backend.ts";
import { sweepMemoryDirectories } from "../lifecycle/memory-directory.ts";
import { startLocalBackend } from "../lifecycle/start.ts";
import { findBinary } from "../supervisor/binaries.ts";
import { isOwned, type LockFile, readLock } from "../supervisor/lock.ts";
import { signal, waitForExit } from "../supervisor/processes.ts";
import { STOP_TIMEOUT_MS, watchFaults, withStop } from "./crash-handler.ts";

const EXIT_STOPPED = 3;

export interface CommandOptions {
  dir: string;
  dataDir: string | undefined;
  isMemory: boolean;
  fromSchemas: boolean;
  apiPort: number | undefined;
  dbPort: number | undefined;
  isSeedWanted: boolean;
  areLegacyKeysAllowed: boolean;
  isJson: boolean;
  print(text: string): void;
  log(line: string): void;
}

const dataDirOf = (options: CommandOptions) =>
  resolve(options.dataDir ?? join(options.dir, ".local"));

function launch(options: CommandOptions): Promise<LocalBackend> {
  const { dir, dataDir, isMemory, fromSchemas, apiPort, dbPort, isSeedWanted, log } = options;
  return startLocalBackend({
    dir,
    ...(dataDir === undefined ? {} : { dataDir }),
    memory: isMemory,
    fromSchemas,
    ports: {
      ...(apiPort === undefined ? {} : { api: apiPort }),
      ...(dbPort === undefined ? {} : { db: dbPort }),
    },
    seed: isSeedWanted,
    legacyKeys: options.areLegacyKeysAllowed,
    log,
  }).catch((error: unknown) => {
    throw withAdvice(error);
  });
}

function withAdvice(error: unknown): unknown {
  if (!(error instanceof LocalBackendError && error.code === "already_running")) return error;
  const advice =
    "To stop it, run `local-backend stop`. To choose another directory, use --data-dir.";
  return new LocalBackendError(error.code, `${error.message} ${advice}`, { cause: error });
}

export async function start(options: CommandOptions): Promise<number> {
  let resolveSignal: () => void = () => undefined;
  const signalled = new Promise<void>((resolve) => {
    resolveSignal = resolve;
  });
  // A signal during the start takes effect after the start, so that `stop` ends all child
  // processes.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(name, () => resolveSignal());
  const faulted = watchFaults();
  const backend = await launch(options);
  const { urls, keys, dataDir } = backend;
  options.log("For development, demos and tests only: no TLS, no backups, all emails readable.");
  options.print(
    options.isJson
      ? JSON.stringify({ urls, keys, dataDir })
      : [
          `API      ${urls.api}`,
          `Mailbox  ${urls.mailbox}`,
          `Database ${urls.db}`,
          `Key      ${keys.publishable} (public${options.isMemory ? "" : "; `status` shows the others"})`,
          `Data     ${options.isMemory ? "deleted when the backend stops" : dataDir}`,
          "Press Ctrl-C to stop.",
        ].join("\n"),
  );
  const reason = await Promise.race([signalled, backend.failed, faulted]);
  await backend.stop().catch((error: unknown) => {
    throw reason ?? error;
  });
  if (reason) throw withStop(reason);
  return 0;
}

export async function status(options: CommandOptions): Promise<number> {
  // `openKeyRing` writes missing keys, so refuse a folder that is not a project.
  if (options.dataDir === undefined) requireProjectDir(options.dir);
  const dataDir = openDataDirectory(dataDirOf(options), resolve(options.dir));
  const lock = await readLiveLock(dataDir, options);
  const { keys } = await openKeyRing(dataDir, Date.now);
  const programs = await describePrograms();
  const state = lock === undefined ? "stopped" : lock.urls === undefined ? "starting" : "running";
  if (options.isJson) {
    options.print(
      JSON.stringify({ state, pid: lock?.owner.pid, urls: lock?.urls, keys, programs, dataDir }),
    );
  } else {
    const lines = [`State         ${state}${lock ? ` (process ${lock.owner.pid})` : ""}`];
    if (lock?.urls) {
      const { api, db, mailbox } = lock.urls;
      lines.push(`API           ${api}`, `Mailbox       ${mailbox}`, `Database      ${db}`);
    }
    lines.push(
      `Publishable   ${keys.publishable}`,
      `Secret        ${keys.secret}`,
      `anon          ${keys.anon}`,
      `service_role  ${keys.serviceRole}`,
      `Data          ${dataDir}`,
      ...Object.entries(programs).map(([name, text]) => `${name.padEnd(13)} ${text}`),
    );
    options.print(lines.join("\n"));
  }
  return lock === undefined ? EXIT_STOPPED : 0;
}

export async function stop(options: CommandOptions): Promise<number> {
  const dataDir = dataDirOf(options);
  const lock = await readLiveLock(dataDir, options);
  if (!lock) {
    report(options, { state: "stopped" }, "No backend uses this data directory.");
    return 0;
  }
  signal(lock.owner.pid, "SIGTERM");
  if (!(await waitForExit(lock.owner.pid, STOP_TIMEOUT_MS))) {
    signal(lock.owner.pid, "SIGKILL");
    await waitForExit(lock.owner.pid, 2000);
  }
  await readLiveLock(dataDir, options);
  report(options, { state: "stopped" }, "Stopped.");
  return 0;
}

export async function reset(options: CommandOptions): Promise<number> {
  const dataDir = dataDirOf(options);
  const lock = await readLiveLock(dataDir, options);
  if (lock) {
    await resetRunning(lock, dataDir, options.isSeedWanted);
  } else {
    const faulted = watchFaults().then((fault) => Promise.reject(fault));
    // Prevents an unhandled rejection if the start fails and nothing awaits `faulted`.
    faulted.catch(() => undefined);
    const backend = await launch({ ...options, isSeedWanted: false, apiPort: 0, dbPort: 0 });
    try {
      await Promise.race([backend.reset({ seed: options.isSeedWanted }), faulted]);
    } finally {
      await backend.stop();
    }
  }
  const without = options.isSeedWanted ? "" : " without the seed";
  report(options, { state: "reset" }, `The database was reset${without}.`);
  return 0;
}

async function resetRunning(lock: LockFile, dataDir: string, isSeedWanted: boolean): Promise<void> {
  if (!lock.urls) {
    throw new LocalBackendError(
      "already_running",
      "The backend is still starting. Try again when it has started.",
    );
  }
  const { keys } = await openKeyRing(dataDir, Date.now);
  const answer = await fetch(`${lock.urls.api}/local-backend/reset?seed=${isSeedWanted}`, {
    method: "POST",
    headers: { apikey: keys.secret },
  }).catch((cause: unknown) => {
    throw new LocalBackendError(
      "child_failed",
      "The running backend does not respond. Stop it, then start it again.",
      { cause },
    );
  });
  if (answer.ok) return;
  const { message } = (await answer.json()) as { message?: string };
  throw new LocalBackendError(
    "child_failed",
    message ?? "The backend could not be reset. Read its log for the reason.",
  );
}

/** Also stops processes that killed backends left running. */
async function readLiveLock(
  dataDir: string,
  options: CommandOptions,
): Promise<LockFile | undefined> {
  await sweepMemoryDirectories();
  const lock = readLock(dataDir);
  if (!lock || isOwned(lock)) return lock;
  await reclaim(dataDir, lock, options.log);
  return undefined;
}

async function describePrograms(): Promise<Record<string, string>> {
  const programs = await Promise.all(
    (["postgres", "postgrest", "deno"] as const).map(async (name) => {
      try {
        const { path, source } = await findBinary(name);
        return [name, `${path} (${source})`] as const;
      } catch (error) {
        return [name, error instanceof Error ? error.message : "missing"] as const;
      }
    }),
  );
  return Object.fromEntries(programs);
}

function report(options: CommandOptions, json: object, text: string): void {
  options.print(options.isJson ? JSON.stringify(json) : text);
}
