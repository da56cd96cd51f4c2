import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { SESSION_COOKIE } from "../../src/config/constants.js";
import { createMemoryJar, type MemoryJar } from "../../src/testing/index.js";
import { MIA, openBackend } from "./backend.js";
import { type CountingProxy, openCountingProxy } from "./counting-proxy.js";
import { makeDue } from "./make-due.js";
import { readAddress } from "./next-app.js";
import { cleanEnvironment, createProject } from "./package.js";
import { openRoundRobin } from "./round-robin.js";

const PROCESSES = 3;
const TOKEN = "POST /auth/v1/token";

describe("three processes behind a load balancer (slow)", () => {
  const undo: (() => unknown)[] = [];
  const issued = new Set<string>();
  let backend: CountingProxy;
  let origins: string[];
  let balancer: string;

  beforeAll(async () => {
    const local = await openBackend();
    undo.push(() => local.stop());
    backend = await openCountingProxy(local.urls.api, (call, body) => {
      if (call === TOKEN) issued.add(JSON.parse(body).refresh_token);
    });
    undo.push(backend.close);
    const project = await createProject(inject("tarball"), "instances");
    undo.push(project.remove);
    const begin = async (): Promise<string> => {
      const server: ChildProcess = spawn(process.execPath, [join(project.dir, "server.js")], {
        env: {
          ...cleanEnvironment(),
          SUPABASE_URL: backend.url,
          SUPABASE_PUBLISHABLE_KEY: local.keys.publishable,
          SUPABASE_ISSUER: `${local.urls.api}/auth/v1`,
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
      undo.push(async () => {
        if (server.exitCode !== null) return;
        server.kill();
        await once(server, "exit");
      });
      return readAddress(server);
    };
    origins = await Promise.all(Array.from({ length: PROCESSES }, begin));
    const robin = await openRoundRobin(origins);
    undo.push(robin.close);
    balancer = robin.origin;
  }, 120_000);

  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  }, 60_000);

  const send = async (
    jar: MemoryJar,
    {
      origin = balancer,
      path = "/",
      ...init
    }: RequestInit & { origin?: string; path?: string } = {},
  ): Promise<Response> => {
    const headers = { ...init.headers, cookie: jar.header(), origin };
    return jar.take(await fetch(origin + path, { ...init, headers }));
  };

  const signIn = async (): Promise<MemoryJar> => {
    const jar = createMemoryJar();
    const response = await send(jar, { method: "POST", body: JSON.stringify(MIA) });
    expect(response.status).toBe(200);
    return jar;
  };

  it("get one new token for 50 parallel requests with the same expired session, in each of ten rounds", async () => {
    let jar = await signIn();
    for (let round = 0; round < 10; round++) {
      makeDue(jar, { secondsLeft: -1 });
      issued.clear();
      backend.calls.length = 0;
      const boxes = Array.from({ length: 50 }, () => jar.copy());
      const responses = await Promise.all(boxes.map((box) => send(box)));
      expect(responses.map(({ status }) => status)).toEqual(boxes.map(() => 200));
      const processes = new Set(responses.map(({ headers }) => headers.get("x-process")));
      expect([processes.size, issued.size]).toEqual([PROCESSES, 1]);
      expect(backend.count(TOKEN)).toBeGreaterThanOrEqual(1);
      expect(backend.count(TOKEN)).toBeLessThanOrEqual(PROCESSES);
      // A browser keeps the cookies of the response that arrives last, which may be any of the
      // responses. Each round takes another one.
      jar = boxes[(round * 7) % boxes.length] ?? jar;
    }
  });

  it("sign a browser out in all three processes, but two of them accept copied cookies until the token expires", async () => {
    const jar = await signIn();
    for (const origin of origins) expect((await send(jar, { origin })).status).toBe(200);
    const copies = origins.map(() => jar.copy());
    const [first = ""] = origins;
    backend.calls.length = 0;
    const out = await send(jar, { origin: first, path: "/auth/sign-out", method: "POST" });
    expect(out.status).toBe(200);
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(false);
    for (const origin of origins) expect((await send(jar, { origin })).status).toBe(401);
    expect(backend.calls).toEqual(["POST /auth/v1/logout"]);

    const visit = (path = "/") =>
      Promise.all(
        copies.map(
          async (copy, at) => (await send(copy.copy(), { origin: origins[at], path })).status,
        ),
      );
    expect(await visit()).toEqual([401, 200, 200]);
    expect(await visit("/fresh")).toEqual([401, 401, 401]);
    for (const copy of copies) makeDue(copy, { secondsLeft: -1 });
    expect(await visit()).toEqual([401, 401, 401]);
  });
});
