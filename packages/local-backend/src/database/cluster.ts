import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { LocalBackendError } from "../config/errors.ts";
import type { PostgresAccount } from "../supervisor/account.ts";
import { Child } from "../supervisor/child.ts";
import { LOOPBACK } from "../supervisor/ports.ts";
import { INITDB_LOCALE } from "./collation.ts";
import { type Connection, withClient } from "./connection.ts";

const run = promisify(execFile);
/** After an unclean shutdown, PostgreSQL first replays its log. */
export const READY_TIMEOUT_MS = 60_000;
/** A program that does not respond within this time may not be Postgres. Try again. */
const ANSWER_TIMEOUT_MS = 2000;

interface ClusterOptions {
  account: PostgresAccount;
  port: number;
  /** If true, the data is temporary and Postgres does not call fsync. */
  isMemory: boolean;
  password: string;
  logFile?: string;
  track(name: string, pid: number): () => void;
}

/** All environment variables of Postgres. It inherits no others. */
const environment = (): NodeJS.Dict<string> => ({
  PATH: process.env.PATH ?? "",
  LC_ALL: "C",
  TZ: "UTC",
});

export const isInitialised = (account: PostgresAccount) =>
  existsSync(join(account.clusterDir, "PG_VERSION"));

/**
 * Creates a cluster owned by `supabase_admin`. initdb writes to a draft folder, which is renamed
 * when the cluster is complete.
 * @throws LocalBackendError `data_directory_unusable`
 */
export async function initialiseCluster(options: Omit<ClusterOptions, "port">): Promise<void> {
  const { account, isMemory, password } = options;
  const { uid, gid, wrapper, binDir, clusterDir } = account;
  const draft = `${clusterDir}.new`;
  // initdb reads a password only from a file or a terminal. The file is deleted right after initdb
  // ends.
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
    const said = (cause as { stderr?: string }).stderr?.trim().split("\n").at(-1);
    const detail = said ?? (cause instanceof Error ? cause.message : String(cause));
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

export function createPostgres(options: ClusterOptions): Child {
  const { account, port, isMemory, logFile, track } = options;
  const settings = {
    listen_addresses: LOOPBACK,
    port: String(port),
    // Without socket files, because their paths are limited to 107 bytes and a killed Postgres does
    // not delete them.
    unix_socket_directories: "",
    wal_level: "logical",
    shared_buffers: "32MB",
    // pg_stat_statements needs the query id on hosted Supabase. Plans show it, so the setting is
    // the same here.
    compute_query_id: "on",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...(isMemory ? { fsync: "off", full_page_writes: "off", synchronous_commit: "off" } : {}),
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
    // SIGINT is a fast shutdown: Postgres rolls back open transactions and closes connections.
    stopSignal: "SIGINT",
    stopTimeoutMs: 10_000,
    track,
  });
}

export async function waitForPostgres(child: Child, connection: Connection): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      const patient = { ...connection, connectionTimeoutMillis: ANSWER_TIMEOUT_MS };
      await withClient(patient, (client) => client.query("select 1"));
      return;
    } catch (error) {
      if (!child.isRunning) throw child.failure("ended before it was ready");
      if (performance.now() > deadline) throw child.failure("did not become ready");
      const code = (error as { code?: string }).code;
      // ECONNREFUSED: Postgres does not listen yet. 57P03: it is starting. No code: timeout.
      const mayHeal = code === undefined || ["ECONNREFUSED", "ECONNRESET", "57P03"].includes(code);
      if (!mayHeal) throw error;
      await delay(10);
    }
  }
}
