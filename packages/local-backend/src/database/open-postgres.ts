import { join } from "node:path";
import { removeFolder } from "../data-directory.ts";
import type { PostgresAccount } from "../supervisor/account.ts";
import type { Child } from "../supervisor/child.ts";
import { findFreePort } from "../supervisor/ports.ts";
import { createPostgres, initialiseCluster, isInitialised, waitForPostgres } from "./cluster.ts";
import type { Connection } from "./pool.ts";

/** A free port may be taken before Postgres opens it. */
const PORT_ATTEMPTS = 3;

interface OpenOptions {
  account: PostgresAccount;
  dataDir: string;
  /** Throw-away data: nothing is forced to disk, and `close` deletes it. */
  isMemory: boolean;
  /** Known to be free; 0 takes any that is. */
  port: number;
  /** Of the cluster's owner, without the port. */
  owner: Omit<Connection, "port">;
  track(name: string, pid: number): () => void;
}

/** The Postgres of one data directory. */
export interface OpenPostgres {
  child: Child;
  /** Where it listens. */
  port: number;
  /** Starts it again after a crash, on the same port, and waits until it answers. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the cluster when there is none yet, starts Postgres and waits until it answers.
 * @throws LocalBackendError `data_directory_unusable`, `child_failed`; nothing runs
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
  if (!isInitialised(account)) await initialiseCluster(cluster);
  const removeData = () => {
    // It may stand outside the data directory, where another account can reach it.
    if (isMemory) removeFolder(account.clusterDir);
  };
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port === 0 ? await findFreePort() : options.port;
    const child = createPostgres({ ...cluster, port });
    const start = async () => {
      child.start();
      await waitForPostgres(child, { ...owner, port, database: "template1" });
    };
    try {
      await start();
      return {
        child,
        port,
        restart: start,
        close: async () => {
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
