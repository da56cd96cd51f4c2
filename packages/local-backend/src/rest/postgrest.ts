import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BackendConfig } from "../config/schema.ts";
import { Child } from "../supervisor/child.ts";
import { findFreePort, LOOPBACK } from "../supervisor/ports.ts";

/** Another program may take a free port before the child opens it. */
const PORT_ATTEMPTS = 3;
const READY_TIMEOUT_MS = 15_000;
/** If another program has taken the port, the program may never respond. */
const ANSWER_TIMEOUT_MS = 2000;
/**
 * Lifetime of cached tokens without an expiry. Without a cache, verifying the token would take two
 * thirds of the CPU time of a small request. PostgREST keeps cached tokens when it reloads the
 * keys, which is safe because a running backend never removes a key.
 */
const TOKEN_CACHE_SECONDS = 3600;

interface PostgrestOptions {
  config: BackendConfig;
  publicUrl: string;
  databaseUrl: string;
  /** Path of a JWK set that includes the shared secret. */
  keysFile: string;
  dataDir: string;
  track(name: string, pid: number): () => void;
}

export class Postgrest {
  readonly #options: PostgrestOptions;
  #child: Child | undefined;
  #adminPort = 0;
  /**
   * Increases with each start and stop, so that a start in progress can detect a later start or
   * stop.
   */
  #turn = 0;
  #isReady = false;
  port = 0;
  /** Called when PostgREST exits after it was ready, without a call of `stop`. */
  onCrash: () => void = () => undefined;

  constructor(options: PostgrestOptions) {
    this.#options = options;
  }

  async start(command: string): Promise<void> {
    this.#turn += 1;
    this.#isReady = false;
    const turn = this.#turn;
    for (let attempt = 1; ; attempt += 1) {
      this.port = await findFreePort();
      this.#adminPort = await findFreePort();
      const child = this.#create(command);
      this.#child = child;
      child.start();
      try {
        await this.#waitUntilReady(child);
        child.onCrash = () => this.onCrash();
        if (turn === this.#turn) this.#isReady = true;
        return;
      } catch (error) {
        await child.stop();
        if (attempt === PORT_ATTEMPTS || turn !== this.#turn) throw error;
      }
    }
  }

  async stop(): Promise<void> {
    this.#turn += 1;
    this.#isReady = false;
    await this.#child?.stop();
  }

  failure(what: string): Error {
    return this.#child?.failure(what) ?? new Error(`PostgREST ${what}`);
  }

  async check(): Promise<void> {
    if (!this.#isReady) throw new Error("PostgREST is starting");
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetch(`http://${LOOPBACK}:${this.#adminPort}/ready`, { signal });
    if (!answer.ok) throw new Error(`PostgREST is not ready (${answer.status})`);
  }

  async #waitUntilReady(child: Child): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#ask();
      } catch {
        if (!child.isRunning) throw child.failure("ended before it was ready");
        if (performance.now() > deadline) throw child.failure("did not become ready");
        await delay(5);
      }
    }
  }

  #create(command: string): Child {
    const { config, publicUrl, databaseUrl, keysFile, dataDir, track } = this.#options;
    const schemas = config.api.schemas.filter((name) => name !== "graphql_public");
    return new Child({
      name: "postgrest",
      command,
      args: [],
      env: {
        PATH: process.env.PATH ?? "",
        LC_ALL: "C.UTF-8",
        PGRST_DB_URI: databaseUrl,
        PGRST_DB_SCHEMAS: schemas.join(","),
        PGRST_DB_EXTRA_SEARCH_PATH: config.api.extra_search_path.join(","),
        PGRST_DB_ANON_ROLE: "anon",
        PGRST_DB_POOL: "10",
        PGRST_DB_MAX_ROWS: String(config.api.max_rows),
        PGRST_JWT_SECRET: `@${keysFile}`,
        PGRST_JWT_CACHE_MAX_LIFETIME: String(TOKEN_CACHE_SECONDS),
        PGRST_SERVER_HOST: LOOPBACK,
        PGRST_SERVER_PORT: String(this.port),
        PGRST_ADMIN_SERVER_PORT: String(this.#adminPort),
        PGRST_OPENAPI_SERVER_PROXY_URI: publicUrl,
        PGRST_LOG_LEVEL: "error",
      },
      logFile: join(dataDir, "logs", "postgrest.log"),
      stopSignal: "SIGTERM",
      stopTimeoutMs: 3000,
      track,
    });
  }
}
