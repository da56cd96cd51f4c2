import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface RunningPostgrest {
  port: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

export interface PostgrestSettings {
  program: string;
  databaseUrl: string;
  /**
   * PostgREST's `jwt-secret`: a symmetric key, a JWK set, or `@` and the path of a file with one of
   * them.
   */
  jwtSecret: string;
  anonRole: string;
}

const READY_TIMEOUT_MS = 30_000;

/** Returns a port that is free now. Another process may take the port before the caller uses it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts PostgREST with a cache of verified tokens for one hour, as in the local backend. */
export async function startPostgrest(settings: PostgrestSettings): Promise<RunningPostgrest> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(settings.program, [], {
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH ?? "",
      LC_ALL: "C.UTF-8",
      PGRST_DB_URI: settings.databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_EXTRA_SEARCH_PATH: "public,extensions",
      PGRST_DB_ANON_ROLE: settings.anonRole,
      PGRST_DB_POOL: "10",
      PGRST_DB_MAX_ROWS: "1000",
      PGRST_JWT_SECRET: settings.jwtSecret,
      PGRST_JWT_CACHE_MAX_LIFETIME: "3600",
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_LOG_LEVEL: "error",
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return { port, process: child, stop };
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error("PostgREST did not become ready.");
    }
    await delay(5);
  }
}
