import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../config/constants.js";
import { projectState } from "../session/project-state.js";
import {
  createMemoryBackend,
  type MemoryBackend,
  type MemoryCall,
  type MemoryJar,
} from "../testing/index.js";
import type { SessionServerOptions } from "./options.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

const FORCE = { body: '{"force":true}', headers: { "content-type": "application/json" } };

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

const serve = (options: SessionServerOptions = {}) => {
  sessions = createSessionServer(memory.backend, {
    clientLimit: { burst: 3, perMinute: 6 },
    ...options,
  });
};

beforeEach(() => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  serve();
});

/** Sends a request of the jar's browser as a proxy would pass it on. */
async function send(request: Request, address?: string): Promise<Response> {
  if (address) request.headers.set("x-forwarded-for", address);
  return jar.take(await sessions.handle(request));
}

const force = (address?: string) => send(jar.post("/auth/refresh", FORCE), address);

describe("one client", () => {
  it("that asks for ever new tokens gets 429 with Retry-After, and keeps its session", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 3; call++) expect((await force("192.0.2.1")).status).toBe(200);
    const refused = await force("192.0.2.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({
      error: { kind: "network", code: "rate_limited", retryAfterSeconds: 10 },
    });
    expect(memory.count("/auth/v1/token")).toBe(3);
    expect(await (await send(jar.script("/auth/session"), "192.0.2.1")).json()).toMatchObject({
      status: "authenticated",
    });
    memory.clock.skip(10_000);
    expect((await force("192.0.2.1")).status).toBe(200);
  });

  it("is known by no more of a session id than a real one has", async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const id = "x".repeat(2000);
    const access_token = `${part({ alg: "ES256" })}.${part({ session_id: id })}.x`;
    memory.seed(jar, { ...(await memory.auth.signIn()), access_token, expires_in: 60 });
    await sessions.open(jar.request("/")).session();
    const [known] = projectState(memory.backend.url).clients.keys();
    expect(known).toBe(`session ${id.slice(0, 64)}`);
  });

  it("does not use up what others may do", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 4; call++) await force("192.0.2.1");
    expect((await force("192.0.2.2")).status).toBe(200);
    // What a visitor writes into the header stands before what the proxy adds.
    expect((await force("203.0.113.9, 192.0.2.1")).status).toBe(429);
  });

  it.each([
    "127.0.0.1",
    "::1",
    "10.0.0.4",
    "172.20.0.1",
    "192.168.1.1",
    "::ffff:10.0.0.4",
    "fd00::1",
  ])(
    "that seems to be at %s may be everyone behind a proxy: the address says nothing",
    async (address) => {
      await memory.signIn(jar);
      for (let call = 0; call < 4; call++) await force(address);
      const other = memory.createJar();
      await memory.signIn(other);
      const post = other.post("/auth/refresh", FORCE);
      post.headers.set("x-forwarded-for", address);
      expect((await sessions.handle(post)).status).toBe(200);
    },
  );

  it("has one address whatever its port: some proxies write that down too", async () => {
    const statuses: number[] = [];
    for (let port = 41_000; port < 41_010; port++) {
      const body = new URLSearchParams({ token_hash: "guess", type: "email" });
      const post = jar.post("/auth/confirm", { body });
      statuses.push((await send(post, `203.0.113.5:${port}`)).status);
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(3);
    expect(memory.count("/auth/v1/verify")).toBe(3);
  });

  it("without an address is told by its session", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 3; call++) expect((await force()).status).toBe(200);
    expect((await force()).status).toBe(429);
    const other = memory.createJar();
    await memory.signIn(other);
    expect((await sessions.handle(other.post("/auth/refresh", FORCE))).status).toBe(200);
  });

  it("whose token is over waits, with its cookies", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 4; call++) await force("192.0.2.1");
    memory.clock.skip(3_700_000);
    // Meanwhile the bucket filled again: it is emptied anew.
    const visitor = memory.createJar();
    await memory.signIn(visitor);
    for (let call = 0; call < 3; call++) {
      const post = visitor.post("/auth/refresh", FORCE);
      post.headers.set("x-forwarded-for", "192.0.2.1");
      visitor.take(await sessions.handle(post));
    }
    const read = await send(jar.script("/auth/session"), "192.0.2.1");
    expect([read.status, read.headers.get("retry-after")]).toEqual([429, "10"]);
    const page = await send(jar.request("/auth/refresh?next=/o"), "192.0.2.1");
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await page.text()).toContain("Wait 10 seconds");
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(true);
    memory.clock.skip(10_000);
    expect((await send(jar.request("/auth/refresh?next=/o"), "192.0.2.1")).status).toBe(303);
  });

  it("that guesses links and codes is stopped before the service is asked", async () => {
    const guess = (path: string) =>
      path === "callback"
        ? send(jar.request("/auth/callback?code=guess&next=/"), "192.0.2.1")
        : send(
            jar.post("/auth/confirm", {
              body: new URLSearchParams({ token_hash: "guess", type: "email" }),
            }),
            "192.0.2.1",
          );
    const statuses: number[] = [];
    for (const path of ["confirm", "confirm", "confirm", "confirm", "callback"]) {
      statuses.push((await guess(path)).status);
    }
    expect(statuses).toEqual([303, 303, 303, 429, 429]);
    expect(memory.count("/auth/v1/verify")).toBe(3);
  });

  it("that signs out is never refused", async () => {
    await memory.signIn(jar);
    for (let call = 0; call < 4; call++) await force("192.0.2.1");
    const response = await send(jar.post("/auth/sign-out"), "192.0.2.1");
    expect(await response.json()).toEqual({ status: "unauthenticated" });
    expect(memory.count("/auth/v1/logout")).toBe(1);
  });

  it("counts once for any number of requests that share a refresh", async () => {
    await memory.signIn(jar);
    memory.clock.skip(3_700_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sessions.handle(jar.script("/auth/session"))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("is not counted at all where the app says so", async () => {
    serve({ clientLimit: false });
    await memory.signIn(jar);
    for (let call = 0; call < 40; call++) expect((await force("192.0.2.1")).status).toBe(200);
  });

  it("has 30 calls in a row by default", async () => {
    serve({ clientLimit: undefined });
    await memory.signIn(jar);
    const statuses: number[] = [];
    for (let call = 0; call < 31; call++) statuses.push((await force("192.0.2.1")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a forwarding key", () => {
  const forwardingKey = "sb_secret_forwarding";
  const clientAddress = (headers: Pick<Headers, "get">) => headers.get("cf-connecting-ip");
  const seen = (path: string) => {
    const call: MemoryCall | undefined = memory.calls.findLast((each) =>
      each.path.startsWith(path),
    );
    return [call?.headers.get("apikey"), call?.headers.get("sb-forwarded-for")];
  };

  const visit = (path: string) =>
    jar.request(path, { headers: { "cf-connecting-ip": "192.0.2.7" } });

  it("tells the auth service the visitor's address, and nobody else anything", async () => {
    const rest: MemoryCall["headers"][] = [];
    memory = createMemoryBackend({
      rest: ({ request }) => {
        rest.push(request.headers);
        return Response.json([]);
      },
    });
    jar = memory.createJar();
    serve({ forwardingKey, clientAddress, clientLimit: false });
    const email = "ada@example.test";
    memory.auth.createUser({ email, password: "secret" });
    const scope = sessions.open(visit("/"));
    await scope.auth.signInWithPassword({ email, password: "secret" });
    expect(seen("/auth/v1/token?grant_type=password")).toEqual([forwardingKey, "192.0.2.7"]);
    expect(memory.calls.at(-1)?.headers.get("authorization")).toBeNull();
    await scope.refresh();
    expect(seen("/auth/v1/token?grant_type=refresh")).toEqual([forwardingKey, "192.0.2.7"]);
    await scope.requireFreshUser();
    expect(seen("/auth/v1/user")).toEqual([forwardingKey, "192.0.2.7"]);
    await scope.db.from("requests").select();
    expect(rest.map((headers) => headers.get("apikey"))).toEqual([memory.backend.anonKey]);
    expect(rest[0]?.get("sb-forwarded-for")).toBeNull();
    await scope.auth.signOut({ scope: "local" });
    expect(seen("/auth/v1/logout")).toEqual([forwardingKey, "192.0.2.7"]);
    expect(JSON.stringify(scope.cookieChanges())).not.toContain(forwardingKey);
  });

  it("tells the address alone, without the port behind it", async () => {
    serve({ forwardingKey, clientAddress });
    await memory.signIn(jar);
    const headers = { "cf-connecting-ip": "[2001:DB8::0:7]:41234" };
    await sessions.open(jar.request("/", { headers })).refresh();
    expect(seen("/auth/v1/token")).toEqual([forwardingKey, "2001:db8::7"]);
  });

  it.each([
    ["no address", {}],
    ["what is no address", { "cf-connecting-ip": "evil\tx" }],
  ])("stays unused with %s", async (_name, headers) => {
    serve({ forwardingKey, clientAddress });
    await memory.signIn(jar);
    await sessions.open(jar.request("/", { headers })).refresh();
    expect(seen("/auth/v1/token")).toEqual([memory.backend.anonKey, null]);
  });

  it("is refused where it would harm", () => {
    expect(() => serve({ forwardingKey: "sb_publishable_x", clientAddress })).toThrow(
      /forwardingKey must be a secret key/,
    );
    expect(() => serve({ forwardingKey })).toThrow(/forwardingKey needs clientAddress/);
    expect(() => serve({ clientLimit: { burst: 0 } })).toThrow(/clientLimit.burst/);
  });
});
