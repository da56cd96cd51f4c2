import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readConfig } from "../config/read-config.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import { openKeyRing } from "../keys/key-ring.ts";
import { createFunctionsService } from "./service.ts";

let projectDir: string;
let service: ReturnType<typeof createFunctionsService>;

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), "functions-service-"));
});

afterEach(async () => {
  await service.stop?.();
  rmSync(projectDir, { recursive: true, force: true });
});

async function create(code: string): Promise<Hono<ServiceEnv>> {
  mkdirSync(join(projectDir, "functions", "one"), { recursive: true });
  writeFileSync(join(projectDir, "functions", "one", "index.ts"), code);
  writeFileSync(join(projectDir, "config.toml"), "[functions.one]\nverify_jwt = false\n");
  const { keys, tokens } = await openKeyRing(projectDir, Date.now);
  service = createFunctionsService({
    config: readConfig({ projectDir, environment: {}, warn: () => undefined }),
    database: {
      query: async () => [],
      transaction: () => Promise.reject(new Error("no transaction expected")),
      listen: async () => async () => undefined,
    },
    tokens,
    keys,
    urls: { api: "http://127.0.0.1:1", db: "postgres://", mailbox: "http://127.0.0.1:1/mailbox" },
    dataDir: join(projectDir, "data"),
    projectDir,
    email: { send: () => Promise.reject(new Error("no email expected")) },
    trackChild: () => () => undefined,
    now: Date.now,
    log: () => undefined,
  });
  const app = new Hono<ServiceEnv>();
  app.use("*", async (c, next) => {
    c.set("clientAddress", "127.0.0.1");
    await next();
  });
  return app.route("/", service.routes);
}

it("returns WORKER_LIMIT when a function takes too long, and starts a new process on the next call", async () => {
  const app = await create(
    `let calls = 0;
     Deno.serve((request) => {
       calls += 1;
       return request.url.includes("hang") ? new Promise(() => {}) : new Response(String(calls));
     });`,
  );
  expect(await (await app.request("/one")).text()).toBe("1");
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
  const hanging = app.request("/one?hang");
  await expect.poll(() => timeout.mock.calls).toHaveLength(1);
  limit.abort();
  const late = await hanging;
  expect(timeout.mock.calls).toEqual([[150_000]]);
  timeout.mockRestore();
  expect(late.status).toBe(546);
  expect(late.headers.get("x-relay-error")).toBe("true");
  expect(await late.json()).toMatchObject({ code: "WORKER_LIMIT" });
  expect(await (await app.request("/one")).text()).toBe("1");
});

it("streams a response while the function is still writing it", async () => {
  const app = await create(
    `const released = Promise.withResolvers();
     Deno.serve((request) => {
       if (request.url.includes("release")) { released.resolve(); return new Response("done"); }
       return new Response(new ReadableStream({
         async start(controller) {
           controller.enqueue(new TextEncoder().encode("first "));
           await released.promise;
           controller.enqueue(new TextEncoder().encode("second"));
           controller.close();
         },
       }));
     });`,
  );
  const response = await app.request("/one");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("first ");
  await app.request("/one?release");
  expect((await reader?.read())?.value).toBe("second");
});

it("aborts the response if the function's process dies during the response", async () => {
  const app = await create(
    `Deno.serve((request) => {
       if (request.url.includes("die")) Deno.exit(1);
       return new Response(new ReadableStream({
         start(controller) { controller.enqueue(new TextEncoder().encode("half")); },
       }));
     });`,
  );
  const response = await app.request("/one");
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("half");
  await app.request("/one?die");
  await expect(reader?.read()).rejects.toThrow();
});

it("deletes the temporary files of a killed backend when the functions service starts", async () => {
  await create("Deno.serve(() => new Response());");
  const left = join(projectDir, "data", "functions", "tmp", "one", "worker-1");
  mkdirSync(left, { recursive: true });
  await service.start?.();
  expect(existsSync(left)).toBe(false);
});
