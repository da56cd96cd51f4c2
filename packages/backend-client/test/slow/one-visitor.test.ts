import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import { closedBreaker, projectState } from "../../src/session/project-state.js";
import {
  authAnswer,
  createMemoryBackend,
  type MemoryBackend,
  type MemoryJar,
  type MemoryUser,
} from "../../src/testing/index.js";

const FOREVER = Number.POSITIVE_INFINITY;
const TOKEN = "/auth/v1/token?grant_type=refresh_token";

let memory: MemoryBackend;
let sessions: SessionServer;

beforeEach(async () => {
  memory = createMemoryBackend();
  sessions = createSessionServer(memory.backend, {
    clientLimit: false,
    serviceLimit: false,
    logger: false,
  });
  // Verify a session first, so that the server process has already fetched the keys.
  const jar = memory.createJar();
  await memory.signIn(jar);
  await sessions.open(jar.request("/")).session();
  memory.calls.length = 0;
});

async function expired(user?: MemoryUser): Promise<{ jar: MemoryJar; refreshToken: string }> {
  const jar = memory.createJar();
  const tokens = await memory.auth.signIn({ lifetimeSeconds: -5, user });
  memory.seed(jar, tokens);
  return { jar, refreshToken: tokens.refresh_token };
}

const look = (jar: MemoryJar) => sessions.open(jar.request("/")).session();

function failFor(refreshTokens: string[], respond: () => Response | Promise<Response>): void {
  memory.faults.add({
    path: TOKEN,
    times: FOREVER,
    respond: ({ body }) =>
      refreshTokens.includes(String(body.refresh_token)) ? respond() : undefined,
  });
}

async function knock(visitors: MemoryJar[]): Promise<void> {
  for (let turn = 0; turn < 120; turn++) {
    for (const jar of visitors) expect((await look(jar)).status).not.toBe("authenticated");
    memory.clock.skip(500);
  }
  for (let other = 0; other < 5; other++) {
    const { jar } = await expired();
    expect(await look(jar)).toMatchObject({ status: "authenticated" });
    for (const failing of visitors) await look(failing);
  }
  expect(projectState(memory.backend.url).breaker.openings).toBe(0);
}

const own500 = () =>
  authAnswer(
    500,
    { code: "unexpected_failure", message: "Error running hook URI: pg-functions://x" },
    { "retry-after": "600" },
  );

describe("an auth call that fails only for some users", () => {
  it("affects no other user when the service responds with a 500 and a Retry-After of ten minutes", async () => {
    const { jar, refreshToken } = await expired();
    failFor([refreshToken], own500);
    await knock([jar]);
  });

  it("affects no other user when it fails on three devices of one user", async () => {
    const user = memory.auth.createUser({ email: "ada@example.test" });
    const devices = await Promise.all([expired(user), expired(user), expired(user)]);
    failFor(
      devices.map(({ refreshToken }) => refreshToken),
      own500,
    );
    await knock(devices.map(({ jar }) => jar));
  });

  it("affects no other user when a gateway responds to six users with a 403 page", async () => {
    const visitors = await Promise.all(Array.from({ length: 6 }, () => expired()));
    failFor(
      visitors.map(({ refreshToken }) => refreshToken),
      () => new Response("<h1>Forbidden</h1>", { status: 403 }),
    );
    await knock(visitors.map(({ jar }) => jar));
  });

  it("affects no other user when a hook hangs for one user", async () => {
    const { jar, refreshToken } = await expired();
    const { runtime } = memory.backend;
    runtime.fetch = (input, init) =>
      String(init?.body).includes(refreshToken)
        ? new Promise((_, reject) => {
            init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
          })
        : memory.fetch(input, init);
    for (let turn = 0; turn < 10; turn++) {
      expect(await look(jar)).toMatchObject({ error: { kind: "network", code: "timeout" } });
      const other = await expired();
      expect(await look(other.jar)).toMatchObject({ status: "authenticated" });
      for (let again = 0; again < 6; again++) await look(jar);
    }
    expect(projectState(memory.backend.url).breaker.openings).toBe(0);
  });

  it("affects no other user when it is a sign-up that times out because the email server hangs", async () => {
    memory.faults.add({ path: "/auth/v1/signup", times: FOREVER, hang: true });
    for (let turn = 0; turn < 10; turn++) {
      const scope = sessions.open(memory.createJar().request("/"));
      const input = { email: `new-${turn}@example.test`, password: "correct horse" };
      expect((await scope.auth.signUp(input)).error).toMatchObject({ code: "timeout" });
    }
    const { jar } = await expired();
    expect(await look(jar)).toMatchObject({ status: "authenticated" });
    expect(projectState(memory.backend.url).breaker).toEqual(closedBreaker());
  });
});

describe("requests that cause no call to the service", () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const headers = fc.dictionary(
    fc.constantFrom("x-backend-outage", "purpose", "rsc", "next-action", "x-forwarded-for"),
    fc.constantFrom("1", "prefetch", "198.51.100.7"),
  );
  const token = fc.record({
    alg: fc.constantFrom("HS256", "ES256", "none"),
    exp: fc.constantFrom(-10, 60, 3600),
    iss: fc.constantFrom("own", "https://other.test"),
  });
  const visit = fc.record({
    headers,
    token: fc.option(token),
    isReadOnly: fc.boolean(),
    path: fc.constantFrom("/", "/auth/session", "/auth/refresh?next=/"),
  });

  it("do not change the circuit breaker, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { maxLength: 12 }), async (visits) => {
        const { breaker } = projectState(memory.backend.url);
        const limited = createSessionServer(memory.backend, { logger: false });
        for (const { headers: sent, token: made, isReadOnly, path } of visits) {
          const before = { calls: memory.calls.length, breaker: structuredClone(breaker) };
          const jar = memory.createJar();
          if (made) {
            const now = Math.floor(memory.clock.now() / 1000);
            const claims = {
              sub: "ada",
              session_id: "s",
              role: "authenticated",
              aud: "authenticated",
              iss: made.iss === "own" ? memory.backend.issuer : made.iss,
              exp: now + made.exp,
            };
            memory.seed(jar, {
              access_token: `${part({ alg: made.alg, typ: "JWT" })}.${part(claims)}.AAAA`,
              refresh_token: "made-up-token",
              expires_in: made.exp,
            });
          }
          const request = jar.request(path, { headers: sent });
          const source = { cookies: { getAll: () => jar.getAll() }, headers: request.headers };
          if (path === "/") await limited.open(source, { isReadOnly }).session();
          else await limited.handle(request);
          if (memory.calls.length === before.calls) expect(breaker).toEqual(before.breaker);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("do not open the circuit breaker, even if 50 of them have a forged token and the headers `purpose` and `x-backend-outage`", async () => {
    for (let count = 0; count < 50; count++) {
      const jar = memory.createJar();
      const claims = {
        sub: "ada",
        session_id: "s",
        role: "authenticated",
        aud: "authenticated",
        iss: memory.backend.issuer,
        exp: Math.floor(memory.clock.now() / 1000) + 600,
      };
      memory.seed(jar, {
        access_token: `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.AAAA`,
        refresh_token: "made-up-token",
        expires_in: 600,
      });
      const request = jar.request("/sign-in", {
        headers: { purpose: "prefetch", "x-backend-outage": "1" },
      });
      const source = { cookies: { getAll: () => jar.getAll() }, headers: request.headers };
      await sessions.open(source, { isReadOnly: true }).session();
    }
    expect(memory.calls).toEqual([]);
    const { jar } = await expired();
    expect(await look(jar)).toMatchObject({ status: "authenticated" });
  });
});
