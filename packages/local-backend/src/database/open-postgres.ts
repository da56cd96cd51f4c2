import { join } from "node:path";
import { removeFolder } from "../data-directory.ts";
import type { PostgresAccount } from "../supervisor/account.ts";
import type { Child } from "../supervisor/child.ts";
import { createPostgres, initialiseCluster, isInitialised, waitForPostgres } from "./cluster.ts";
import type { Connection } from "./pool.ts";

interface OpenOptions {
  account: PostgresAccount;
  dataDir: string;
  /** Throw-away data: nothing is forced to disk, and `close` deletes it. */
  isMemory: boolean;
  /** Of the cluster's owner. */
  connection: Connection;
  track(name: string, pid: number): () => void;
}

/** The Postgres of one data directory. */
export interface OpenPostgres {
  child: Child;
  /** Starts it, also after a crash, and waits until it answers. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the cluster when there is none yet.
 * @throws LocalBackendError `data_directory_unusable`
 */
export async function openPostgres(options: OpenOptions): Promise<OpenPostgres> {
  const { account, dataDir, isMemory, connection, track } = options;
  const cluster = {
    account,
    port: connection.port,
    isMemory,
    password: connection.password,
    logFile: join(dataDir, "logs", "postgres.log"),
    track,
  };
  if (!isInitialised(account)) await initialiseCluster(cluster);
  const child = createPostgres(cluster);
  return {
    child,
    start: async () => {
      child.start();
      await waitForPostgres(child, { ...connection, database: "template1" });
    },
    close: async () => {
      await child.stop();
      // It may stand outside the data directory, where another account can reach it.
      if (isMemory) removeFolder(account.clusterDir);
    },
  };
}
