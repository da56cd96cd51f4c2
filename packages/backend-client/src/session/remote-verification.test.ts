import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "#crypto";
import type { CallLimiter } from "../limits/call-limiter.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { authAnswer, createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { realmState } from "./project-state.js";
import { verifyToken } from "./verify.js";

const VISITOR = "203.0.113.9";

const JWKS = "/auth/v1/.well-known/jwks.json";

let memory: MemoryBackend;
let hasKeys: boolean;

beforeEach(() => {
  hasKeys = false;
  memory = createMemoryBackend();
  memory.faults.add({
    path: JWKS,
    times: Number.POSITIVE_INFINITY,
    respond: () => (hasKeys ? undefined : Response.json({ keys: [] })),
  });
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function forged(id: string, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(memory.clock.now() / 1000);
  const payload = {
    sub: "ada",
    session_id: id,
    role: "authenticated",
    aud: "authenticated",
    iss: memory.backend.issuer,
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  return `${part({ alg: "HS256", typ: "JWT" })}.${part(payload)}.AAAA`;
}

const answerUser = (respond: () => Response) =>
  memory.faults.add({ path: "/auth/v1/user", times: Number.POSITIVE_INFINITY, respond });
const refuse = () => authAnswer(403, { error_code: "bad_jwt" });
const asked = () => memory.count("/auth/v1/user");

async function look(sessions: SessionServer, token: string, headers: Record<string, string> = {}) {
  const jar = memory.createJar();
  memory.seed(jar, { ...(await memory.auth.signIn()), access_token: token });
  return sessions.open(jar.request("/", { headers }), { isReadOnly: true }).session();
}

describe("a token that only the service can verify", () => {
  it("is sent to the service again if the visitor's request that started the verification ended before the service responded", async () => {
    answerUser(() => authAnswer(200, {}));
    const { asked: questions } = await realmState(memory.backend, undefined);
    const sessions = createSessionServer(memory.backend, { clientLimit: false });
    // On Cloudflare Workers, a promise rejects with this error after its request has ended.
    const lost = Promise.reject(new Error("created by a request that has since ended"));
    lost.catch(() => undefined);
    const token = forged("s");
    questions.set(await sha256(token), lost);
    expect(await look(sessions, token)).toMatchObject({ status: "authenticated" });
    expect([asked(), questions.size]).toEqual([1, 0]);
  });

  it("counts as five of a visitor's burst of ten calls if the service refuses the token", async () => {
    answerUser(refuse);
    const sessions = createSessionServer(memory.backend);
    const headers = { "x-forwarded-for": VISITOR };
    const found = [];
    for (let call = 0; call < 5; call++)
      found.push(await look(sessions, forged(`${call}`), headers));
    expect(asked()).toBe(2);
    expect(found.at(-1)).toMatchObject({ error: { code: "rate_limited" } });
    const elsewhere = await look(sessions, forged("x"), { "x-forwarded-for": "203.0.113.10" });
    expect(elsewhere).toMatchObject({ error: { code: "refresh_due" } });
  });

  it("is sent to the service with the visitor's address", async () => {
    answerUser(refuse);
    const sessions = createSessionServer(memory.backend, {
      forwardingKey: "sb_secret_x",
      clientAddress: () => VISITOR,
    });
    await look(sessions, forged("s"));
    const call = memory.calls.findLast(({ path }) => path === "/auth/v1/user");
    expect(call?.headers.get("sb-forwarded-for")).toBe(VISITOR);
  });

  it.each([
    ["issuer", { iss: "https://elsewhere.test" }],
    ["audience", { aud: "elsewhere" }],
    ["expiry", { exp: 1 }],
    ["not-before time", { nbf: 1e12 }],
    ["role", { role: "service_role" }],
  ])("is not sent when its %s is wrong", async (_name, claims) => {
    const result = await verifyToken(memory.backend, forged("s", claims));
    expect(result.status).toBe("rejected");
    expect(memory.calls).toEqual([]);
  });

  it("is refused without another call for half a minute after the service refused it", async () => {
    answerUser(refuse);
    const token = forged("s");
    for (let call = 0; call < 3; call++) {
      expect((await verifyToken(memory.backend, token)).status).toBe("rejected");
    }
    memory.clock.skip(29_999);
    await verifyToken(memory.backend, token);
    expect(asked()).toBe(1);
    memory.clock.skip(1);
    await verifyToken(memory.backend, token);
    expect(asked()).toBe(2);
  });

  it("is stored only as a hash, and at most 2,000 such tokens are stored", async () => {
    answerUser(refuse);
    for (let call = 0; call < 2010; call++) await verifyToken(memory.backend, forged(`${call}`));
    const { answers } = await realmState(memory.backend, undefined);
    expect(answers.size).toBe(2000);
    expect([...answers.keys()].every((key) => /^[\da-f]{64}$/.test(key))).toBe(true);
  });

  it("counts toward its user's rate limit once the service has accepted it", async () => {
    answerUser(() => authAnswer(200, {}));
    const users: (string | undefined)[] = [];
    const limiter: CallLimiter = {
      checkRateLimit: (_operation, user) => {
        users.push(user);
        return null;
      },
      chargeRefusal: () => expect.unreachable(),
      recordAnswer: () => undefined,
    };
    const token = forged("s");
    const check = () => verifyToken(memory.backend, token, { limiter });
    const first = await check();
    expect(first.status).toBe("valid");
    memory.clock.skip(30_000);
    expect((await check()).status).toBe("valid");
    expect(users).toEqual([undefined, first.status === "valid" ? first.claims.sub : ""]);
    expect(asked()).toBe(2);
  });

  it("is not sent during a pause that the service requested with Retry-After", async () => {
    answerUser(() =>
      Response.json(
        { error_code: "over_request_rate_limit" },
        {
          status: 429,
          headers: { "retry-after": "20" },
        },
      ),
    );
    expect((await verifyToken(memory.backend, forged("a"))).status).toBe("unavailable");
    expect(await verifyToken(memory.backend, forged("b"))).toMatchObject({
      status: "unavailable",
      error: { code: "rate_limited" },
    });
    expect(asked()).toBe(1);
  });
});

describe("a project with asymmetric keys", () => {
  beforeEach(() => {
    hasKeys = true;
    answerUser(() => authAnswer(200, {}));
  });

  it("refuses a symmetric token without asking the auth service to verify it, and replaces it with one refresh", async () => {
    const codes: string[] = [];
    const sessions = createSessionServer(memory.backend, {
      logger: ({ code }) => codes.push(code),
    });
    const jar = memory.createJar();
    memory.seed(jar, { ...(await memory.auth.signIn()), access_token: forged("s") });
    const visit = async () => {
      const scope = sessions.open(jar.request("/"));
      const { status } = await scope.session();
      jar.take(scope.apply(new Response()));
      return status;
    };
    expect(await visit()).toBe("authenticated");
    expect(await visit()).toBe("authenticated");
    expect([asked(), memory.count("/auth/v1/token")]).toEqual([0, 1]);
    expect(codes).toEqual(["hs256_refused"]);
  });

  it("accepts a symmetric token that the service just issued, but only after the service verifies the token", async () => {
    const token = forged("s");
    const fresh = await verifyToken(memory.backend, token, { isFromService: true });
    expect(fresh.status).toBe("valid");
    memory.clock.skip(60_000);
    expect((await verifyToken(memory.backend, token)).status).toBe("valid");
    expect(asked()).toBe(2);
  });

  it("returns unavailable for a symmetric token while the project's keys are unavailable", async () => {
    memory.faults.clear();
    memory.faults.add({ path: JWKS, times: 9, status: 503 });
    expect(await verifyToken(memory.backend, forged("s"))).toMatchObject({
      status: "unavailable",
      error: { operation: "auth.jwks" },
    });
    expect(asked()).toBe(0);
  });
});
