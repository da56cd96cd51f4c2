import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type BackendConfig, type ConfigOverrides, readConfig } from "./config.ts";
import {
  createMemoryDirectory,
  openDataDirectory,
  sweepMemoryDirectories,
  takeLock,
} from "./data-directory.ts";
import {
  createPostgres,
  initialiseCluster,
  isInitialised,
  waitForPostgres,
} from "./database/cluster.ts";
import { createDatabase } from "./database/pool.ts";
import {
  connectionAs,
  connectionUrl,
  type PrepareOptions,
  prepareDatabase,
  restoreDatabase,
  seedDatabase,
} from "./database/prepare.ts";
import { LocalBackendError } from "./errors.ts";
import { createFaults, type Faults } from "./gateway/faults.ts";
import { Gateway } from "./gateway/gateway.ts";
import { type BackendKeys, openKeyRing } from "./keys.ts";
import type { WaitFor } from "./mailbox/wait.ts";
import { createRestService } from "./rest/service.ts";
import type { BackendUrls } from "./service.ts";
import { createServices } from "./services.ts";
import { choosePostgresAccount } from "./supervisor/account.ts";
import { findBinary } from "./supervisor/binaries.ts";
import { keepAlive } from "./supervisor/keep-alive.ts";
import { claimPort } from "./supervisor/ports.ts";

/** What `startLocalBackend` accepts. */
export interface LocalBackendOptions {
  /** The `supabase/` folder: config.toml, migrations, functions, seed. */
  dir: string;
  /** Where data is kept; `<dir>/.local` unless told. */
  dataDir?: string;
  /** Throw-away data below the temporary folder, deleted by `stop()`. */
  memory?: boolean;
  /** Override config.toml's ports; 0 takes a free one. */
  ports?: { api?: number; db?: number };
  /** Whether a database that is still empty is seeded; true unless told. */
  seed?: boolean;
  /** Settings merged over config.toml, spelled as there. */
  config?: ConfigOverrides;
  /** Receives one line at a time for the operator; silent unless told. */
  log?: (line: string) => void;
}

/** A running backend. */
export interface LocalBackend {
  urls: BackendUrls;
  keys: BackendKeys;
  /** The configuration in force. */
  config: BackendConfig;
  /** Absolute path of the data directory. */
  dataDir: string;
  mailbox: {
    /** Answers a mail to an address: one that is there already, or the next. */
    waitFor: WaitFor;
  };
  /** Failures to inject, for tests of clients. */
  faults: Faults;
  /** Back to the state after the migrations, then seeded; URLs and keys survive. */
  reset(options?: { seed?: boolean }): Promise<void>;
  /** Publishes a new ES256 key, waits until everyone accepts it, then signs with it. */
  rotateSigningKey(): Promise<{ kid: string }>;
  /** Ends everything that was started. Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves when a child crashed twice and the backend gave up; it is stopped then. */
  failed: Promise<Error>;
}

/**
 * Starts PostgreSQL, PostgREST and every service on 127.0.0.1, and resolves when all answer.
 * @throws LocalBackendError with one sentence for the operator; nothing is left running
 * @example
 * const backend = await startLocalBackend({ dir: "supabase", memory: true, ports: { api: 0, db: 0 } });
 * const supabase = createClient(backend.urls.api, backend.keys.publishable);
 * await backend.stop();
 */
export async function startLocalBackend(options: LocalBackendOptions): Promise<LocalBackend> {
  const undo: (() => Promise<unknown> | unknown)[] = [];
  try {
    return await start(options, undo);
  } catch (error) {
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(() => undefined);
    throw error;
  }
}

async function start(
  options: LocalBackendOptions,
  undo: (() => Promise<unknown> | unknown)[],
): Promise<LocalBackend> {
  const log = options.log ?? (() => undefined);
  const now = () => Date.now();
  const isMemory = options.memory === true;
  const projectDir = resolve(options.dir);
  if (!existsSync(projectDir)) {
    throw new LocalBackendError("bad_option", `The folder ${projectDir} does not exist.`);
  }
  const config = readConfig({
    projectDir,
    overrides: options.config,
    environment: process.env,
    warn: log,
  });
  if (isMemory) await sweepMemoryDirectories();
  const dataDir = isMemory
    ? createMemoryDirectory()
    : openDataDirectory(options.dataDir ?? join(projectDir, ".local"));
  if (isMemory) undo.push(() => rmSync(dataDir, { recursive: true, force: true }));

  const lock = await takeLock(dataDir, log);
  undo.push(() => lock.release());
  const track = lock.track.bind(lock);

  const faults = createFaults();
  const gateway = await Gateway.listen({
    port: options.ports?.api ?? config.api.port,
    faults,
    log,
  });
  undo.push(() => gateway.close());
  const [dbPort, ring, postgresBinary, postgrestBinary] = await Promise.all([
    claimPort(options.ports?.db ?? config.db.port, "database"),
    openKeyRing(dataDir, now),
    findBinary("postgres"),
    findBinary("postgrest"),
  ]);
  const api = `http://127.0.0.1:${gateway.port}`;
  const { keys, passwords, tokens } = ring;
  const urls: BackendUrls = {
    api,
    db: connectionUrl("postgres", { port: dbPort, passwords }),
    mailbox: `${api}/mailbox`,
  };
  mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });

  const account = choosePostgresAccount({
    binDir: join(postgresBinary.path, ".."),
    dataDir,
    isRoot: process.getuid?.() === 0,
    log,
  });
  const cluster = {
    account,
    port: dbPort,
    isMemory,
    password: passwords.supabase_admin,
    logFile: join(dataDir, "logs", "postgres.log"),
    track,
  };
  if (!isInitialised(account)) await initialiseCluster(cluster);
  const postgres = createPostgres(cluster);
  const admin = connectionAs("supabase_admin", { port: dbPort, passwords });
  const startPostgres = async () => {
    postgres.start();
    await waitForPostgres(postgres, { ...admin, database: "template1" });
  };
  undo.push(() => postgres.stop());
  await startPostgres();

  const database = createDatabase(admin);
  undo.push(() => database.close());
  const prepare: PrepareOptions = {
    config,
    passwords,
    projectDir,
    port: dbPort,
    urls,
    serviceRoleKey: keys.serviceRole,
    log,
  };
  const rest = createRestService({
    config,
    dataDir,
    databaseUrl: connectionUrl("authenticator", { port: dbPort, passwords }),
    verificationKeys: ring.verificationKeys,
    track,
  });
  const startRest = () => rest.launch(postgrestBinary.path);
  const { services, lingering, mailbox, seedStorage } = createServices(
    {
      config,
      database,
      tokens,
      keys,
      urls,
      projectDir,
      trackChild: track,
      now,
      log,
    },
    dataDir,
    rest.service,
  );

  await prepareDatabase(prepare, options.seed ?? true);
  undo.push(() => rest.shutDown());
  await Promise.all([seedDatabase(prepare, seedStorage), startRest()]);
  for (const service of services) {
    undo.push(() => service.stop?.());
    await service.start?.();
  }

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      const drained = gateway.close();
      for (const service of lingering) await service.stop?.();
      await drained;
      for (const service of services) {
        if (!lingering.includes(service)) await service.stop?.();
      }
      await rest.shutDown();
      await database.close();
      await postgres.stop();
      if (isMemory) rmSync(dataDir, { recursive: true, force: true });
      lock.release();
    })();
    return stopping;
  };

  const failed = keepAlive({
    children: [
      { name: "Postgres", process: postgres, restart: startPostgres },
      { name: "PostgREST", process: rest.postgrest, restart: startRest },
    ],
    log,
    stop,
  });

  let resetting: Promise<void> = Promise.resolve();
  const reset = async (isSeedWanted: boolean) => {
    const resume = gateway.pause();
    try {
      await rest.stopChild();
      await database.suspend();
      try {
        await restoreDatabase(prepare, isSeedWanted);
      } finally {
        database.resume();
      }
      for (const service of services) await service.reset?.();
      await seedDatabase(prepare, seedStorage);
    } finally {
      await startRest();
      resume();
    }
  };
  const queueReset = (isSeedWanted: boolean) => {
    resetting = resetting.catch(() => undefined).then(() => reset(isSeedWanted));
    return resetting;
  };

  gateway.open({
    keys,
    services,
    checks: [
      {
        name: "database",
        check: async () => {
          await database.query("select 1");
        },
      },
    ],
    reset: queueReset,
  });
  lock.setUrls(urls);

  return {
    urls,
    keys,
    config,
    dataDir,
    mailbox: { waitFor: mailbox.waitFor },
    faults,
    stop,
    failed,
    reset: ({ seed = true } = {}) => queueReset(seed),
    rotateSigningKey: async () => {
      const key = await ring.addSigningKey();
      rest.publishKeys();
      await database.query("notify pgrst, 'reload config'");
      while (!(await rest.accepts(key.probe))) await delay(10);
      key.activate();
      return { kid: key.kid };
    },
  };
}
