import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { lacksSpace, RESTART_BYTES } from "../config/disk-full.ts";
import type { PostgresAccount } from "../supervisor/account.ts";
import type { Child } from "../supervisor/child.ts";
import { disownPidFile } from "../supervisor/orphans.ts";
import { findFreePort } from "../supervisor/ports.ts";
import { removeFolder } from "../supervisor/remove-folder.ts";
import {
  createPostgres,
  initialiseCluster,
  isInitialised,
  READY_TIMEOUT_MS,
  waitForPostgres,
} from "./cluster.ts";
import { ClusterCache } from "./cluster-cache.ts";
import { type Connection, withClient } from "./connection.ts";

/** Another program may take a free port before Postgres opens it. Each attempt uses a new port. */
const PORT_ATTEMPTS = 3;
/**
 * Postgres prints this message while processes of a killed Postgres still run. These processes exit
 * after a short time.
 */
const STILL_IN_USE = "pre-existing shared memory block";
/** Interval of the checks for free space while the disk is full. */
const SPACE_INTERVAL_MS = 500;

interface OpenOptions {
  account: PostgresAccount;
  dataDir: string;
  /** If true, the data is temporary: Postgres does not call fsync, and `close` deletes the data. */
  isMemory: boolean;
  /** Port of Postgres. 0 chooses a free port. */
  port: number;
  owner: Omit<Connection, "port">;
  track(name: string, pid: number): () => void;
}

export interface OpenPostgres {
  child: Child;
  port: number;
  /** Returns whether the cluster's disk is full. Postgres exits if it cannot write its log. */
  lacksSpace(): boolean;
  /**
   * If the cluster's disk is full, returns this reason and how much space Postgres needs to start
   * again. Otherwise undefined.
   */
  excuse(): string | undefined;
  /** Restarts Postgres on the same port. If the cluster's disk is full, first waits for space. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the cluster if it does not exist, starts Postgres and waits until it is ready. If a step
 * fails, stops Postgres.
 * @throws LocalBackendError `data_directory_unusable`, `disk_full` or `child_failed`
 */
export async function openPostgres(options: OpenOptions): Promise<OpenPostgres> {
  const { account, dataDir, isMemory, owner, track } = options;
  const cluster = {
    account,
    isMemory,
    password: owner.password,
    logFile: join(dataDir, "logs", "postgres.log"),
    track,
  };
  const password = isInitialised(account) ? owner.password : await createCluster(cluster);
  const removeData = () => {
    // The cluster of a memory backend may be outside the data directory.
    if (isMemory) removeFolder(account.clusterDir);
  };
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port === 0 ? await findFreePort() : options.port;
    const child = createPostgres({ ...cluster, port });
    let isClosed = false;
    const { clusterDir } = account;
    const isWanted = () => !isClosed;
    const start = () => startPostgres({ child, clusterDir, isWanted });
    const isFull = () => lacksSpace(clusterDir);
    try {
      await start();
      if (password !== owner.password) {
        await changePassword({ ...owner, port, password }, owner.password);
      }
      return {
        child,
        port,
        lacksSpace: isFull,
        excuse: () =>
          isFull()
            ? `the disk of ${clusterDir} is full; Postgres starts again when ${RESTART_BYTES / 2 ** 20} MiB are free`
            : undefined,
        restart: async () => {
          for (;;) {
            await untilRoomy(clusterDir, isWanted);
            if (!isWanted()) return;
            try {
              return await start();
            } catch (error) {
              // Another program may have taken the space again.
              if (!isFull()) throw error;
              await child.stop();
            }
          }
        },
        close: async () => {
          isClosed = true;
          await child.stop();
          removeData();
        },
      };
    } catch (error) {
      await child.stop();
      if (options.port === 0 && attempt < PORT_ATTEMPTS && !isFull()) continue;
      removeData();
      throw error;
    }
  }
}

/**
 * Copies a stored cluster if there is one, otherwise runs initdb.
 * @returns the password of the cluster's owner. A copy keeps the password of the stored cluster.
 */
async function createCluster(cluster: Parameters<typeof initialiseCluster>[0]): Promise<string> {
  const { account, isMemory, password } = cluster;
  // Do not copy a cluster for persistent data. A process that is killed before it changes the
  // copied password would leave a database that no one can sign in to.
  const clusterCache = isMemory ? ClusterCache.fromEnvironment() : undefined;
  const keptPassword = clusterCache?.copyTo(account.clusterDir, account);
  if (keptPassword !== undefined) return keptPassword;
  await initialiseCluster(cluster);
  clusterCache?.store(account.clusterDir, password, account);
  return password;
}

async function changePassword(connection: Connection, password: string): Promise<void> {
  await withClient(connection, (client) =>
    client.query(`alter role current_user password ${pg.escapeLiteral(password)}`),
  );
}

interface StartOptions {
  child: Child;
  clusterDir: string;
  /** Returns false after the backend has begun to stop. */
  isWanted(): boolean;
}

/** While the cluster's disk is full, waits until Postgres has enough space to start. */
async function untilRoomy(clusterDir: string, isWanted: () => boolean): Promise<void> {
  if (!lacksSpace(clusterDir)) return;
  while (isWanted() && lacksSpace(clusterDir, RESTART_BYTES)) {
    await delay(SPACE_INTERVAL_MS, undefined, { ref: false });
  }
}

/** Starts Postgres. If processes of a killed Postgres still run, waits until they have exited. */
async function startPostgres(options: StartOptions): Promise<void> {
  const { child, clusterDir, isWanted } = options;
  const { onCrash } = child;
  // An exit before Postgres is ready is not a crash. The loop below retries the start, or fails.
  child.onCrash = () => undefined;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  try {
    for (;;) {
      disownPidFile(clusterDir);
      child.start();
      try {
        return await waitForPostgres(child, clusterDir);
      } catch (error) {
        const output = child.log.tail().slice(-3).join("\n");
        const mayHeal = output.includes(STILL_IN_USE) && performance.now() < deadline;
        if (mayHeal) await delay(20);
        if (!mayHeal || !isWanted()) throw error;
      }
    }
  } finally {
    child.onCrash = onCrash;
  }
}
