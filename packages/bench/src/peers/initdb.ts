import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { choosePostgresAccount } from "../../../local-backend/src/supervisor/account.ts";
import { freePort } from "./postgrest.ts";

const READY_TIMEOUT_MS = 30_000;
const ENVIRONMENT = {
  NODE_ENV: "production",
  PATH: process.env.PATH ?? "",
  LC_ALL: "C",
  TZ: "UTC",
} as const;

export interface BareCluster {
  url: string;
  stop(): Promise<void>;
}

/**
 * Runs only `initdb` and `postgres`, as the baseline for a fresh start. Durability is off, as in
 * the local backend for temporary data.
 */
export async function startBareCluster(program: string): Promise<BareCluster> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const { uid, gid, wrapper, binDir, clusterDir } = choosePostgresAccount({
    binDir: dirname(program),
    dataDir: folder,
    isRoot: process.getuid?.() === 0,
    log: () => {},
  });
  mkdirSync(clusterDir, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(clusterDir, uid, gid);
  const account = uid === undefined || gid === undefined ? {} : { uid, gid };
  const remove = (): void => {
    for (const path of [clusterDir, folder]) rmSync(path, { recursive: true, force: true });
  };

  const [initdb = "", ...initdbArguments] = [
    ...wrapper,
    ...[join(binDir, "initdb"), "-D", clusterDir, "-U", "owner", "-E", "UTF8", "--locale=C"],
    ...["--auth=trust", "--no-instructions", "--no-sync"],
  ];
  await promisify(execFile)(initdb, initdbArguments, { env: ENVIRONMENT, cwd: "/", ...account });

  const port = await freePort();
  const settings = [
    ...["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="],
    ...["wal_level=logical", "shared_buffers=32MB"],
    ...["fsync=off", "full_page_writes=off", "synchronous_commit=off"],
  ];
  const [postgres = "", ...postgresArguments] = [
    ...[...wrapper, join(binDir, "postgres"), "-D", clusterDir],
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const options = { env: ENVIRONMENT, cwd: "/", ...account };
  const child = spawn(postgres, postgresArguments, { ...options, stdio: "ignore" });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    remove();
  };
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`;
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      await query(url, "select 1");
      return { url, stop };
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await stop();
        throw error;
      }
      await delay(10);
    }
  }
}

export async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
