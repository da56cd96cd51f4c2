import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
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
import type { Connection } from "./connection.ts";

/** A free port may be taken before Postgres opens it. */
const PORT_ATTEMPTS = 3;
/** How Postgres says that processes of a killed one have not ended yet; they do by themselves. */
const STILL_IN_USE = "pre-existing shared memory block";

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
    let isClosed = false;
    const connection = { ...owner, port, database: "template1" };
    const { clusterDir } = account;
    const start = () => startPostgres({ child, connection, clusterDir, isWanted: () => !isClosed });
    try {
      await start();
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

interface StartOptions {
  child: Child;
  connection: Connection;
  clusterDir: string;
  /** False once the backend is being stopped. */
  isWanted(): boolean;
}

/** Starts it and waits until it answers; what a killed one left running is waited for. */
async function startPostgres(options: StartOptions): Promise<void> {
  const { child, connection, clusterDir, isWanted } = options;
  const { onCrash } = child;
  // While it is not ready yet, an end is no crash but a start to be tried again or given up.
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
