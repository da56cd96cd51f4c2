import { rmSync } from "node:fs";
import { Agent, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { Hono } from "hono";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";
import type { Service, ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { functionEnvironment } from "./environment.ts";
import { HttpQueue } from "./http-queue.ts";
import { runAsRole } from "./job-connection.ts";
import { PackagesError } from "./packages.ts";
import { Refusal } from "./refusal.ts";
import { endToEndHeaders, headersForWorker, relay } from "./relay.ts";
import { FunctionRunner, type Lease } from "./runner.ts";
import { type RunJob, Scheduler } from "./schedules.ts";
import { findFunction, listFunctions } from "./sources.ts";
import { openTunnel, refuseTunnel } from "./tunnel.ts";
import { BootError } from "./worker.ts";

/** Wall-clock limit of a request or a WebSocket, as on hosted Supabase. */
const REQUEST_TIMEOUT_MILLISECONDS = 150_000;

interface Admission {
  lease: Lease;
  bearer: string | undefined;
}

interface FunctionsService extends Service {
  routes: Hono<ServiceEnv>;
  closeSockets(): void;
}

export function createFunctionsService(context: ServiceContext): FunctionsService {
  const { config, database, log, now, projectDir, tokens, urls } = context;
  const tmpDir = join(context.dataDir, "functions", "tmp");
  // The environment is read whenever a function starts. Log each warning only once.
  const warned = new Set<string>();
  const warnOnce = (line: string) => {
    if (!warned.has(line)) log(line);
    warned.add(line);
  };
  const runner = new FunctionRunner({
    projectDir,
    logDir: join(context.dataDir, "functions"),
    tmpDir,
    inherited: process.env,
    environment: () => functionEnvironment(context, warnOnce),
    // All other variables are constant or come from a file whose changes the runner detects.
    environmentVersion: () => JSON.stringify(tokens.publicKeys()),
    trackChild: context.trackChild,
    log,
  });
  const runJob: RunJob = (command, role) => runAsRole(urls.db, command, role);
  const scheduler = new Scheduler({ database, now, log, runJob });
  const queue = new HttpQueue({ database, log });
  const agent = new Agent({ keepAlive: true });
  const routes = new Hono<ServiceEnv>();

  const api = new URL(urls.api);
  const closing = new AbortController();

  routes.all("*", async (c) => {
    try {
      const { pathname } = new URL(c.req.url);
      const { lease, bearer } = await admit(pathname, c.req.method, c.get("bearer"));
      return await run(lease, (signal) =>
        relay({
          port: lease.worker.port,
          request: c.req.raw,
          bearer,
          clientAddress: c.get("clientAddress"),
          api,
          agent,
          signal,
          onClose: lease.release,
        }),
      );
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      if (cause.hasCors) c.get("allowOrigin")?.();
      return cause.toResponse();
    }
  });

  async function upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: ServiceEnv["Variables"],
  ): Promise<void> {
    try {
      const { pathname, search } = new URL(`${urls.api}${request.url}`);
      const { lease, bearer } = await admit(pathname, "GET", caller.bearer);
      // The caller may have given up while the function was loading.
      if (socket.destroyed) return lease.release();
      const { clientAddress } = caller;
      const answer = await run(lease, (limit) =>
        openTunnel({
          port: lease.worker.port,
          path: pathname + search,
          headers: headersForWorker(endToEndHeaders(request), { api, bearer, clientAddress }),
          caller: socket,
          head,
          signal: AbortSignal.any([limit, closing.signal]),
          onClose: lease.release,
        }),
      );
      if (answer) await refuseTunnel(socket, answer);
    } catch (cause) {
      if (cause instanceof Refusal) return refuseTunnel(socket, cause.toResponse());
      const message = isDiskFull(cause) ? DISK_FULL : "Internal error";
      log(`functions: ${cause instanceof Error && !isDiskFull(cause) ? cause.message : message}`);
      await refuseTunnel(socket, Response.json({ message }, { status: 500 }));
    }
  }

  async function admit(
    pathname: string,
    method: string,
    bearer: string | undefined,
  ): Promise<Admission> {
    const source = findFunction(projectDir, config, pathname.split("/")[1] ?? "");
    if (!source) throw Refusal.unknownFunction();
    if (source.isJwtRequired && method !== "OPTIONS") {
      const problem = await findTokenProblem(bearer);
      if (problem) throw Refusal.unauthorized(problem);
    }
    try {
      const lease = await runner.lend(source);
      // If `verify_jwt` is false, the function receives the caller's own header, as on hosted
      // Supabase.
      return { lease, bearer: source.isJwtRequired ? bearer : undefined };
    } catch (cause) {
      if (!(cause instanceof BootError || cause instanceof PackagesError)) throw cause;
      const message = `Function failed to start (please check logs): ${cause.message}`;
      throw Refusal.failure(503, "BOOT_ERROR", message);
    }
  }

  async function findTokenProblem(bearer: string | undefined): Promise<string | undefined> {
    if (bearer === undefined) return "Missing authorization header";
    return tokens.verify(bearer).then(
      () => undefined,
      () => "Invalid JWT",
    );
  }

  async function run<Answer>(
    lease: Lease,
    pass: (limit: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS);
    try {
      return await pass(limit);
    } catch {
      lease.release();
      if (limit.aborted) {
        lease.discard();
        const message = "Function failed due to not having enough compute resources";
        throw Refusal.failure(546, "WORKER_LIMIT", `${message} (please check logs)`);
      }
      const message = "Function exited due to an error (please check logs)";
      throw Refusal.failure(500, "WORKER_ERROR", message);
    }
  }

  return {
    name: "functions",
    prefix: "/functions/v1",
    routes,
    upgrade(request, socket, head, caller) {
      upgrade(request, socket, head, caller).catch(() => socket.destroy());
    },
    closeSockets() {
      closing.abort();
    },
    async start() {
      // Delete the temporary files of a killed backend.
      rmSync(tmpDir, { recursive: true, force: true });
      if (config.edge_runtime.enabled) {
        // Do not wait: each call waits for the packages of its function.
        runner.prepare(listFunctions(projectDir, config)).catch(() => undefined);
      }
      await scheduler.start();
      await queue.start();
    },
    async stop() {
      await scheduler.stop();
      await queue.stop();
      await runner.stop();
      agent.destroy();
    },
    async reset() {
      await runner.reset();
      await scheduler.reload();
    },
  };
}
