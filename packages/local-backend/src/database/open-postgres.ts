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

/** Another program may take a free port before Postgres opens it. */
const PORT_ATTEMPTS = 3;
/** Postgres prints this message if processes of a killed Postgres are still running. */
const STILL_IN_USE = "pre-existing shared memory block";
const SPACE_INTERVAL_MS = 500;

interface OpenOptions {
  account: PostgresAccount;
  dataDir: string;
  /** If true, Postgres does not call fsync, and `close` deletes the data. */
  isMemory: boolean;
  /** If 0, a free port is chosen. */
  port: number;
  owner: Omit<Connection, "port">;
  track(name: string, pid: number): () => void;
}

export interface OpenPostgres {
  child: Child;
  port: number;
  lacksSpace(): boolean;
  /** If the disk is full, returns a sentence that says so and how much space Postgres needs. */
  excuse(): string | undefined;
  /** Waits for free space if the cluster's disk is full. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

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
              // Another program may have used up the space again.
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

/** Returns the owner's password. A copied cluster has the password of the stored cluster. */
async function createCluster(cluster: Parameters<typeof initialiseCluster>[0]): Promise<string> {
  const { account, isMemory, password } = cluster;
  // Copy only temporary clusters: if the process were killed before it changes the copied password,
  // no one could sign in to the database.
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
  isWanted(): boolean;
}

async function untilRoomy(clusterDir: string, isWanted: () => boolean): Promise<void> {
  if (!lacksSpace(clusterDir)) return;
  while (isWanted() && lacksSpace(clusterDir, RESTART_BYTES)) {
    await delay(SPACE_INTERVAL_MS, undefined, { ref: false });
  }
}

async function startPostgres(options: StartOptions): Promise<void> {
  const { child, clusterDir, isWanted } = options;
  const { onCrash } = child;
  // An exit before Postgres is ready is not a crash.
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
