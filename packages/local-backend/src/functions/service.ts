import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import type { Service, ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { functionEnvironment } from "./environment.ts";
import { HttpQueue } from "./http-queue.ts";
import { runAsRole } from "./job-connection.ts";
import { PackagesError } from "./packages.ts";
import { relay } from "./relay.ts";
import { FunctionRunner, type Lease } from "./runner.ts";
import { type RunJob, Scheduler } from "./schedules.ts";
import { findFunction, listFunctions } from "./sources.ts";
import { BootError } from "./worker.ts";

/** Wall-clock limit of a request on hosted Supabase. */
const REQUEST_TIMEOUT_MILLISECONDS = 150_000;

type FunctionsContext = Context<ServiceEnv>;

/**
 * Provides Edge Functions on Deno, and the schedules and outgoing HTTP requests of the database.
 */
export function createFunctionsService(context: ServiceContext): Service {
  const { config, database, log, now, projectDir, tokens, urls } = context;
  const tmpDir = join(context.dataDir, "functions", "tmp");
  const runner = new FunctionRunner({
    projectDir,
    logDir: join(context.dataDir, "functions"),
    tmpDir,
    inherited: process.env,
    environment: () => functionEnvironment(context),
    // The rest of the environment either does not change, or comes from a file whose changes the
    // runner detects.
    environmentVersion: () => JSON.stringify(tokens.publicKeys()),
    trackChild: context.trackChild,
    log,
  });
  const runJob: RunJob = (command, role) => runAsRole(urls.db, command, role);
  const scheduler = new Scheduler({ database, now, log, runJob });
  const queue = new HttpQueue({ database, log });
  const agent = new Agent({ keepAlive: true });
  const routes = new Hono<ServiceEnv>();

  routes.all("*", async (c) => {
    const name = new URL(c.req.url).pathname.split("/")[1] ?? "";
    const source = findFunction(projectDir, config, name);
    if (!source) {
      c.get("allowOrigin")?.();
      return c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404);
    }
    if (source.isJwtRequired && c.req.method !== "OPTIONS") {
      const problem = await findTokenProblem(c);
      // Without CORS headers, as on hosted Supabase:
      // https://github.com/supabase/edge-runtime/issues/213
      if (problem) return c.json({ msg: problem }, 401);
    }
    let lease: Lease;
    try {
      lease = await runner.lend(source);
    } catch (cause) {
      if (!(cause instanceof BootError || cause instanceof PackagesError)) throw cause;
      const message = `Function failed to start (please check logs): ${cause.message}`;
      return failure(c, 503, "BOOT_ERROR", message);
    }
    // Hosted Supabase does not replace the token. A function that checks keys itself must receive
    // the caller's header.
    return forward(c, lease, source.isJwtRequired ? c.get("bearer") : undefined);
  });

  async function findTokenProblem(c: FunctionsContext): Promise<string | undefined> {
    const bearer = c.get("bearer");
    if (bearer === undefined) return "Missing authorization header";
    return tokens.verify(bearer).then(
      () => undefined,
      () => "Invalid JWT",
    );
  }

  async function forward(
    c: FunctionsContext,
    lease: Lease,
    bearer: string | undefined,
  ): Promise<Response> {
    const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS);
    try {
      return await relay({
        port: lease.worker.port,
        request: c.req.raw,
        bearer,
        clientAddress: c.get("clientAddress"),
        api: new URL(urls.api),
        agent,
        signal: limit,
        onClose: lease.release,
      });
    } catch {
      lease.release();
      if (limit.aborted) {
        lease.discard();
        const message = "Function failed due to not having enough compute resources";
        return failure(c, 546, "WORKER_LIMIT", `${message} (please check logs)`);
      }
      const message = "Function exited due to an error (please check logs)";
      return failure(c, 500, "WORKER_ERROR", message);
    }
  }

  return {
    name: "functions",
    prefix: "/functions/v1",
    routes,
    async start() {
      // Deletes files that a killed backend left.
      rmSync(tmpDir, { recursive: true, force: true });
      if (config.edge_runtime.enabled) {
        // The start does not wait for the packages, because each call waits for the packages of its
        // function.
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

/**
 * Returns an error of the backend. supabase-js checks the header to distinguish it from an error of
 * the function.
 */
function failure(c: FunctionsContext, status: number, code: string, message: string): Response {
  c.get("allowOrigin")?.();
  return Response.json({ code, message }, { status, headers: { "x-relay-error": "true" } });
}
