import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fullDisk } from "../config/disk-full.ts";
import { LocalBackendError } from "../config/errors.ts";
import { requireProjectDir } from "../config/project-dir.ts";
import { readConfig } from "../config/read-config.ts";
import type { BackendUrls } from "../config/urls.ts";
import { connectionAs, connectionUrl } from "../database/connection.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { createDatabase } from "../database/pool.ts";
import {
  type PrepareOptions,
  prepareDatabase,
  restoreDatabase,
  seedDatabase,
} from "../database/prepare.ts";
import { createFaults } from "../gateway/faults.ts";
import { Gateway } from "../gateway/gateway.ts";
import { readGivenKeys } from "../keys/given-keys.ts";
import { openKeyRing } from "../keys/key-ring.ts";
import { createRestService } from "../rest/service.ts";
import { choosePostgresAccount } from "../supervisor/account.ts";
import { findBinary } from "../supervisor/binaries.ts";
import { keepAlive } from "../supervisor/keep-alive.ts";
import { claimPort, LOOPBACK, portError } from "../supervisor/ports.ts";
import { discardPrevious, putBack, setAside } from "./data-backup.ts";
import { openDataDirectory, rememberFolder, takeLock } from "./data-directory.ts";
import { type Folders, nameFullDisk } from "./full-disk.ts";
import type { LocalBackend, LocalBackendOptions } from "./local-backend.ts";
import { createMemoryDirectory, sweepMemoryDirectories } from "./memory-directory.ts";
import { createReset } from "./reset.ts";
import { rotateSigningKey } from "./rotation.ts";
import { serviceSchemas } from "./service-schemas.ts";
import { createServices } from "./services.ts";
import { runAll, type Step, settleAll } from "./shutdown.ts";

/** Public default of the Supabase CLI. API keys that are signed with it are public, too. */
const CLI_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";

/**
 * Starts PostgreSQL, the services and their gateway on 127.0.0.1. Resolves when they are ready. If
 * the start fails, stops the processes that it has started, then throws.
 * @throws LocalBackendError with a message for the operator
 * @example
 * const backend = await startLocalBackend({
 *   dir: "supabase",
 *   memory: true,
 *   ports: { api: 0, db: 0 },
 * });
 * const supabase = createClient(backend.urls.api, backend.keys.publishable);
 * await backend.stop();
 */
export async function startLocalBackend(options: LocalBackendOptions): Promise<LocalBackend> {
  const progress: Progress = { undo: [] };
  const { undo } = progress;
  try {
    return await start(options, progress);
  } catch (failure) {
    // Check the disk before the cleanup, which may free space.
    const error = nameFullDisk(failure, progress);
    // Ignore errors of the cleanup, because the first error says why the start failed.
    await runAll(undo.reverse()).catch(() => undefined);
    throw error;
  }
}

interface Progress extends Folders {
  undo: Step[];
}

async function start(options: LocalBackendOptions, progress: Progress): Promise<LocalBackend> {
  const { undo } = progress;
  const log = options.log ?? (() => undefined);
  const now = options.now ?? (() => Date.now());
  const isMemory = options.memory === true;
  const fromSchemas = options.fromSchemas === true;
  if (fromSchemas && !isMemory) {
    throw new LocalBackendError(
      "bad_option",
      "fromSchemas (--from-schemas) needs memory (--memory): a stored database is built from migrations.",
    );
  }
  const projectDir = requireProjectDir(options.dir);
  const config = readConfig({
    projectDir,
    overrides: options.config,
    environment: process.env,
    warn: log,
  });
  const given = readGivenKeys(config.auth, projectDir);
  if (given.jwtSecret === CLI_SECRET) {
    log(
      "auth.jwt_secret is the public default of the Supabase CLI, so its well-known keys work on this backend, even the service_role key. Set another jwt_secret if others can reach this backend.",
    );
  }
  await sweepMemoryDirectories();
  const wantedDir = resolve(options.dataDir ?? join(projectDir, ".local"));
  const forget = rememberFolder(wantedDir);
  const memory = isMemory ? createMemoryDirectory(projectDir) : undefined;
  const dataDir = memory?.dataDir ?? openDataDirectory(wantedDir, projectDir);
  progress.dataDir = dataDir;
  if (memory) undo.push(() => memory.remove());

  const lock = await takeLock(dataDir, log);
  undo.push(() => lock.release());
  // Register `forget` only after the lock is taken. Before, new files may belong to another start.
  if (!isMemory) undo.push(forget);
  // Restore the data if an earlier start with `fresh` was killed.
  putBack(dataDir);
  if (options.fresh === true) {
    undo.push(() => putBack(dataDir));
    setAside(dataDir);
  }
  const track = lock.track.bind(lock);

  const faults = createFaults();
  const apiPort = options.ports?.api ?? config.api.port;
  const gateway = await Gateway.listen({ host: LOOPBACK, port: apiPort, faults, log }).catch(
    (cause: unknown) => {
      throw portError(cause, apiPort, "API");
    },
  );
  undo.push(() => gateway.close());
  const wantedDbPort = options.ports?.db ?? config.db.port;
  const [postgresBinary, postgrestBinary] = await Promise.all([
    findBinary("postgres"),
    findBinary("postgrest"),
    wantedDbPort === 0 || claimPort(wantedDbPort, "database"),
  ]);
  // Create the keys and the cluster after this call, which fails if Postgres cannot enter the data
  // folder.
  const account = choosePostgresAccount({
    binDir: dirname(postgresBinary.path),
    dataDir,
    ...(memory ? { clusterDir: memory.clusterDir } : {}),
    isRoot: process.getuid?.() === 0,
    log,
  });
  progress.clusterDir = account.clusterDir;
  const ring = await openKeyRing(dataDir, now, given);
  const { keys, passwords, tokens } = ring;
  mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });

  const postgres = await openPostgres({
    account,
    dataDir,
    isMemory,
    port: wantedDbPort,
    owner: connectionAs("supabase_admin", { port: wantedDbPort, passwords }),
    track,
  });
  undo.push(() => postgres.close());
  const dbPort = postgres.port;
  const api = `http://${LOOPBACK}:${gateway.port}`;
  const urls: BackendUrls = {
    api,
    db: connectionUrl("postgres", { port: dbPort, passwords }),
    mailbox: `${api}/mailbox`,
  };

  const database = createDatabase(
    connectionAs("supabase_admin", { port: dbPort, passwords }),
    postgres.lacksSpace,
  );
  undo.push(() => database.close());
  const prepare: PrepareOptions = {
    config,
    serviceSchemas,
    passwords,
    projectDir,
    fromSchemas,
    port: dbPort,
    urls,
    secretKey: keys.secret,
    log,
  };
  const rest = createRestService({
    config,
    api,
    dataDir,
    databaseUrl: connectionUrl("authenticator", { port: dbPort, passwords }),
    verificationKeys: ring.verificationKeys,
    lacksSpace: postgres.lacksSpace,
    track,
    log,
  });
  const startRest = () => rest.launch(postgrestBinary.path);
  const { services, lingering, closeSockets, mailbox, seedStorage, switchedOff } = createServices(
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
  const startServices = async () => {
    for (const service of services) {
      undo.push(() => service.stop?.());
      await service.start?.();
    }
  };
  // PostgREST reads the schema while the seed runs and the other services start.
  await settleAll([seedDatabase(prepare, database, seedStorage).then(startServices), startRest()]);

  let stopping: Promise<void> | undefined;
  const stop = () => {
    let drained: Promise<void> = Promise.resolve();
    stopping ??= runAll([
      () => {
        drained = gateway.close();
        // A later step awaits `drained`. Prevent an unhandled rejection until then.
        drained.catch(() => undefined);
      },
      ...lingering.map((service) => () => service.stop?.()),
      closeSockets,
      () => drained,
      ...services
        .filter((service) => !lingering.includes(service))
        .map((service) => () => service.stop?.()),
      () => rest.shutDown(),
      () => database.close(),
      () => postgres.close(),
      () => memory?.remove(),
      () => lock.release(),
    ]);
    return stopping;
  };

  const failed = keepAlive({
    children: [
      {
        name: "Postgres",
        process: postgres.child,
        excuse: postgres.excuse,
        restart: async () => {
          await postgres.restart();
          // Restart PostgREST too, because it waits longer after each failed attempt to reconnect.
          await rest.stopChild();
          if (!stopping) await startRest();
        },
      },
      { name: "PostgREST", process: rest.postgrest, restart: startRest },
    ],
    log,
    stop,
  });

  const reset = createReset({
    gateway,
    database,
    rest,
    services,
    restore: (isSeedWanted) => restoreDatabase(prepare, isSeedWanted),
    seed: () => seedDatabase(prepare, database, seedStorage),
    startRest,
    requireDatabase: () => {
      if (postgres.child.isRunning || !postgres.lacksSpace()) return;
      throw fullDisk(account.clusterDir);
    },
    explain: (error) => nameFullDisk(error, progress),
  });

  gateway.open({
    keys,
    areLegacyKeysAllowed: options.legacyKeys ?? true,
    isForwardingAllowed: config.auth.sb_forwarded_for_enabled,
    services,
    switchedOff,
    checks: [
      {
        name: "database",
        check: async () => {
          await database.query("select 1");
        },
      },
    ],
    reset,
  });
  lock.setUrls(urls);
  discardPrevious(dataDir);

  return {
    urls,
    keys,
    config,
    dataDir,
    mailbox: { waitFor: mailbox.waitFor },
    faults,
    stop,
    failed,
    reset: ({ seed = true } = {}) => reset(seed),
    rotateSigningKey: () => rotateSigningKey(ring, rest, database),
  };
}
