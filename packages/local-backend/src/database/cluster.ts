import { execFile } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { fullDisk } from "../config/disk-full.ts";
import { LocalBackendError } from "../config/errors.ts";
import type { PostgresAccount } from "../supervisor/account.ts";
import { Child } from "../supervisor/child.ts";
import { LOOPBACK } from "../supervisor/ports.ts";
import { INITDB_LOCALE } from "./collation.ts";

const run = promisify(execFile);
/** Includes the time to replay the log after an unclean shutdown. */
export const READY_TIMEOUT_MS = 60_000;
/** Line numbers in `postmaster.pid`, counted from 0. */
const PID_LINE = 0;
const STATUS_LINE = 7;

interface ClusterOptions {
  account: PostgresAccount;
  port: number;
  isMemory: boolean;
  password: string;
  logFile?: string;
  track(name: string, pid: number): () => void;
}

const environment = (): NodeJS.Dict<string> => ({
  PATH: process.env.PATH ?? "",
  LC_ALL: "C",
  TZ: "UTC",
});

export const isInitialised = (account: PostgresAccount) =>
  existsSync(join(account.clusterDir, "PG_VERSION"));

export async function initialiseCluster(options: Omit<ClusterOptions, "port">): Promise<void> {
  const { account, isMemory, password } = options;
  const { uid, gid, wrapper, binDir, clusterDir } = account;
  const draft = `${clusterDir}.new`;
  // initdb reads a password only from a file or a terminal.
  const passwordFile = join(dirname(clusterDir), "initdb-password");
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) {
      chownSync(draft, uid, gid);
      chownSync(passwordFile, uid, gid);
    }
    const [command = "", ...args] = [
      ...wrapper,
      join(binDir, "initdb"),
      ...["-D", draft, "-U", "supabase_admin", `--pwfile=${passwordFile}`],
      ...["-E", "UTF8", ...INITDB_LOCALE, "--auth=scram-sha-256", "--no-instructions"],
      ...(isMemory ? ["--no-sync"] : []),
    ];
    await run(command, args, {
      env: environment() as NodeJS.ProcessEnv,
      cwd: "/",
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    });
    renameSync(draft, clusterDir);
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    // Do not check the free space: initdb has deleted its files, so the disk has space again. The
    // message is in English because of `LC_ALL=C`.
    if (stderr?.includes("No space left on device")) throw fullDisk(dirname(clusterDir), cause);
    const lastLine = stderr?.trim().split("\n").at(-1);
    const detail = lastLine ?? (cause instanceof Error ? cause.message : String(cause));
    throw new LocalBackendError(
      "data_directory_unusable",
      `The database in ${clusterDir} could not be created: ${detail}`,
      { cause },
    );
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Temporary data need not survive a crash. The write-ahead log may be in memory, so keep it small.
 */
const TEMPORARY_SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_wal_size: "128MB",
};

export function createPostgres(options: ClusterOptions): Child {
  const { account, port, isMemory, logFile, track } = options;
  const settings = {
    listen_addresses: LOOPBACK,
    port: String(port),
    // Do not create socket files: their paths are limited to 107 bytes, and a killed Postgres does
    // not delete them.
    unix_socket_directories: "",
    wal_level: "logical",
    shared_buffers: "32MB",
    // As on hosted Supabase, where pg_stat_statements turns on query IDs.
    compute_query_id: "on",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(isMemory ? TEMPORARY_SETTINGS : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command = "", ...args] = [
    ...account.wrapper,
    join(account.binDir, "postgres"),
    "-D",
    account.clusterDir,
    ...flags,
  ];
  return new Child({
    name: "postgres",
    command,
    args,
    env: environment(),
    cwd: "/",
    ...(account.uid === undefined ? {} : { uid: account.uid }),
    ...(account.gid === undefined ? {} : { gid: account.gid }),
    ...(logFile === undefined ? {} : { logFile }),
    // SIGINT requests a fast shutdown: Postgres rolls back open transactions and closes
    // connections.
    stopSignal: "SIGINT",
    stopTimeoutMs: 10_000,
    track,
  });
}

/**
 * Reads the pid file, as `pg_ctl` does, because a connection could reach another program on the
 * port.
 */
export async function waitForPostgres(child: Child, clusterDir: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!isReady(child, clusterDir)) {
    if (!child.isRunning) throw child.failure("ended before it was ready");
    if (performance.now() > deadline) throw child.failure("did not become ready");
    await delay(5);
  }
}

function isReady({ pid }: Child, clusterDir: string): boolean {
  try {
    const lines = readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
    // The pid differs if an earlier Postgres left the file.
    return lines[PID_LINE] === String(pid) && lines[STATUS_LINE]?.trim() === "ready";
  } catch {
    return false;
  }
}
