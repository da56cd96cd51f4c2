import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../../testing/index.js";
import type { SessionServerOptions } from "../options.js";
import { createSessionServer, type SessionServer } from "../session-server.js";

const VISITOR = { "x-forwarded-for": "192.0.2.1" };
const REFRESH = "/auth/v1/token?grant_type=refresh_token";

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

const serve = (options: SessionServerOptions = {}) => {
  sessions = createSessionServer(memory.backend, {
    clientLimit: { burst: 3, perMinute: 6 },
    logger: false,
    ...options,
  });
};

beforeEach(async () => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  await memory.signIn(jar);
  serve();
});

async function useUpLimit(): Promise<void> {
  const scope = sessions.open(memory.createJar().request("/", { headers: VISITOR }));
  const guess = { email: "a@b.test", password: "x" };
  for (let call = 0; call < 3; call++) await scope.auth.signInWithPassword(guess);
}

function send(request: Request): Promise<Response> {
  request.headers.set("x-forwarded-for", VISITOR["x-forwarded-for"]);
  return sessions.handle(request);
}

describe("a rate-limited visitor whose token is due for a refresh but still valid", () => {
  beforeEach(async () => {
    await sessions.open(jar.request("/"), { isReadOnly: true }).session();
    memory.clock.skip(3_550_000);
    await useUpLimit();
  });

  it("receives the existing session", async () => {
    const read = await send(jar.script("/auth/session"));
    expect([read.status, await read.json()]).toEqual([
      200,
      expect.objectContaining({ status: "authenticated" }),
    ]);
    const refreshed = await send(jar.post("/auth/refresh"));
    expect([refreshed.status, await refreshed.json()]).toEqual([
      200,
      expect.objectContaining({ status: "authenticated" }),
    ]);
    expect(memory.count(REFRESH)).toBe(0);
  });

  it("is redirected back to the page", async () => {
    const response = await send(jar.request("/auth/refresh?next=/o"));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/o"]);
  });
});

describe("a rate-limited visitor whose token has expired", () => {
  it("receives 429 from POST refresh, with the seconds to wait", async () => {
    memory.clock.skip(3_700_000);
    await useUpLimit();
    const response = await send(jar.post("/auth/refresh"));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "10"]);
  });

  it("sees a page that says how long to wait", async () => {
    memory.clock.skip(3_700_000);
    await useUpLimit();
    const response = await send(jar.request("/auth/refresh?next=/o"));
    const html = await response.text();
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(html).toContain("<h1>Too many attempts</h1>");
    expect(html).toContain("Wait 10 seconds, then try again.");
  });
});

describe("a rate-limited visitor who returns from a provider", () => {
  it("receives 429 and keeps the PKCE verifier for another attempt", async () => {
    const scope = sessions.open(jar.request("/"));
    const options = { skipBrowserRedirect: true };
    await scope.auth.signInWithOAuth({ provider: "github", options });
    jar.take(scope.apply(new Response()));
    await useUpLimit();
    const response = await send(jar.request("/auth/callback?code=1234&next=/o"));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(response.headers.getSetCookie().filter((line) => line.includes("verifier"))).toEqual([]);
    expect(memory.count("/auth/v1/token?grant_type=pkce")).toBe(0);
  });
});

describe("a request that did not pass the app's proxies", () => {
  it("with an expired token gets a page that asks the visitor to wait a few minutes", async () => {
    serve({ clientAddress: { hops: 2 } });
    memory.clock.skip(3_700_000);
    const response = await send(jar.request("/auth/refresh?next=/o"));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, null]);
    expect(await response.text()).toContain("Try again in a few minutes.");
  });
});
