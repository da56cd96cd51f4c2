import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
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
import { type Connection, withClient } from "./connection.ts";
import { KeptClusters } from "./kept-clusters.ts";

/** Another program may take a free port before Postgres opens it. Each attempt uses a new port. */
const PORT_ATTEMPTS = 3;
/**
 * Postgres prints this while processes of a killed Postgres still run. These processes exit without
 * help.
 */
const STILL_IN_USE = "pre-existing shared memory block";

interface OpenOptions {
  account: PostgresAccount;
  dataDir: string;
  /** If true, the data is temporary: Postgres does not call fsync, and `close` deletes the data. */
  isMemory: boolean;
  /** 0 chooses a free port. */
  port: number;
  owner: Omit<Connection, "port">;
  track(name: string, pid: number): () => void;
}

export interface OpenPostgres {
  child: Child;
  port: number;
  /** Restarts Postgres on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the cluster if it does not exist, starts Postgres and waits until it is ready. If a step
 * fails, stops Postgres.
 * @throws LocalBackendError `data_directory_unusable` or `child_failed`
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
    // The cluster may be outside the data directory. Then no other step deletes it.
    if (isMemory) removeFolder(account.clusterDir);
  };
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port === 0 ? await findFreePort() : options.port;
    const child = createPostgres({ ...cluster, port });
    let isClosed = false;
    const { clusterDir } = account;
    const start = () => startPostgres({ child, clusterDir, isWanted: () => !isClosed });
    try {
      await start();
      if (password !== owner.password) {
        await changePassword({ ...owner, port, password }, owner.password);
      }
      return {
        child,
        port,
        restart: start,
        close: async () => {
          isClosed = true;
          await child.stop();
          removeData();
        },
      };
    } catch (error) {
      await child.stop();
      if (options.port === 0 && attempt < PORT_ATTEMPTS) continue;
      removeData();
      throw error;
    }
  }
}

/**
 * Copies a stored cluster if there is one, otherwise runs initdb.
 * @returns the password of the cluster's owner. A copy has the password of the stored cluster, not
 *   the given one.
 */
async function createCluster(cluster: Parameters<typeof initialiseCluster>[0]): Promise<string> {
  const { account, isMemory, password } = cluster;
  // Persistent data never comes from a copy. If the process were killed before it changes the
  // password, no one could sign in to the database.
  const kept = isMemory ? KeptClusters.fromEnvironment() : undefined;
  const keptPassword = kept?.copyTo(account.clusterDir, account);
  if (keptPassword !== undefined) return keptPassword;
  await initialiseCluster(cluster);
  kept?.keep(account.clusterDir, password, account);
  return password;
}

/** Changes the password of the role that the connection uses. */
async function changePassword(connection: Connection, password: string): Promise<void> {
  await withClient(connection, (client) =>
    client.query(`alter role current_user password ${pg.escapeLiteral(password)}`),
  );
}

interface StartOptions {
  child: Child;
  clusterDir: string;
  /** Returns false after the backend begins to stop. */
  isWanted(): boolean;
}

/** Starts Postgres. If processes of a killed Postgres still run, waits until they have exited. */
async function startPostgres(options: StartOptions): Promise<void> {
  const { child, clusterDir, isWanted } = options;
  const { onCrash } = child;
  // An exit before Postgres is ready is not a crash. The loop tries again or fails.
  child.onCrash = () => undefined;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    disownPidFile(clusterDir);
    child.start();
    try {
      await waitForPostgres(child, clusterDir);
      child.onCrash = onCrash;
      return;
    } catch (error) {
      const said = child.log.tail().slice(-3).join("\n");
      const mayHeal = said.includes(STILL_IN_USE) && performance.now() < deadline;
      if (mayHeal) await delay(20);
      if (!mayHeal || !isWanted()) throw error;
    }
  }
}
