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

/** A free port may be taken before Postgres opens it. */
const PORT_ATTEMPTS = 3;
/** Postgres prints this while processes of a killed Postgres still run. They exit on their own. */
const STILL_IN_USE = "pre-existing shared memory block";

interface OpenOptions {
  account: PostgresAccount;
  dataDir: string;
  /** Temporary data, without fsync. `close` deletes it. */
  isMemory: boolean;
  /** 0 chooses a free port. */
  port: number;
  owner: Omit<Connection, "port">;
  track(name: string, pid: number): () => void;
}

export interface OpenPostgres {
  child: Child;
  port: number;
  /** On the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the cluster if there is none, starts Postgres and waits until it is ready.
 * @throws LocalBackendError `data_directory_unusable`, `child_failed`; Postgres is stopped
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
    // The cluster may be in a folder outside the data directory, which nothing else deletes.
    if (isMemory) removeFolder(account.clusterDir);
  };
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port === 0 ? await findFreePort() : options.port;
    const child = createPostgres({ ...cluster, port });
    let isClosed = false;
    const connection = { ...owner, port, database: "template1" };
    const { clusterDir } = account;
    const startAs = (owner: Connection) =>
      startPostgres({ child, connection: owner, clusterDir, isWanted: () => !isClosed });
    const start = () => startAs(connection);
    try {
      await startAs({ ...connection, password });
      if (password !== owner.password) {
        await changePassword({ ...connection, password }, owner.password);
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
 * Copies a kept cluster if there is one, otherwise runs initdb.
 * @returns the password of the cluster's owner, which is not the given one in a copy
 */
async function createCluster(cluster: Parameters<typeof initialiseCluster>[0]): Promise<string> {
  const { account, isMemory, password } = cluster;
  // Persistent data is never copied: a kill before the password is changed would lock it.
  const kept = isMemory ? KeptClusters.fromEnvironment() : undefined;
  const keptPassword = kept?.copyTo(account.clusterDir, account);
  if (keptPassword !== undefined) return keptPassword;
  await initialiseCluster(cluster);
  kept?.keep(account.clusterDir, password, account);
  return password;
}

/** Changes the password of the role that the connection signs in as. */
async function changePassword(connection: Connection, password: string): Promise<void> {
  await withClient(connection, (client) =>
    client.query(`alter role current_user password ${pg.escapeLiteral(password)}`),
  );
}

interface StartOptions {
  child: Child;
  connection: Connection;
  clusterDir: string;
  /** False once the backend is stopping. */
  isWanted(): boolean;
}

/** Also waits until the processes of a killed Postgres have exited. */
async function startPostgres(options: StartOptions): Promise<void> {
  const { child, connection, clusterDir, isWanted } = options;
  const { onCrash } = child;
  // An exit before it is ready is not a crash: the start is retried or fails.
  child.onCrash = () => undefined;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    disownPidFile(clusterDir);
    child.start();
    try {
      await waitForPostgres(child, connection);
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
