import { beforeEach, describe, expect, it } from "vitest";
import type { Backend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { authAnswer, createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { projectState } from "./project-state.js";
import { isTerminal, parseTokens, refreshTokens } from "./refresh.js";

const NOW = 1_800_000_000_900;
const answer = { access_token: "a", refresh_token: "r", expires_in: 3600 };

describe("a token response", () => {
  it("expires `expires_in` seconds after its receipt, whatever its `expires_at` says", () => {
    expect(parseTokens({ ...answer, expires_at: 5 }, NOW)).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresAt: 1_800_003_600,
    });
  });

  it.each([
    [null],
    ["text"],
    [{}],
    [{ ...answer, access_token: undefined }],
    [{ ...answer, access_token: "" }],
    [{ ...answer, access_token: 1 }],
    [{ ...answer, refresh_token: undefined }],
    [{ ...answer, refresh_token: "" }],
    [{ ...answer, refresh_token: 1 }],
    [{ ...answer, refresh_token: "a b" }],
    [{ ...answer, expires_in: undefined }],
    [{ ...answer, expires_in: "3600" }],
    [{ ...answer, expires_in: Number.NaN }],
    [{ ...answer, expires_in: Number.POSITIVE_INFINITY }],
  ])("is rejected when it is %j", (body) => {
    expect(parseTokens(body, NOW)).toBeNull();
  });
});

describe("an error of a refresh", () => {
  it("ends the session only if it is an auth error with a code such as session_not_found or session_expired", () => {
    const auth = (code: "session_not_found" | "conflict", upstreamCode?: string) =>
      new BackendError({ kind: "auth", code, upstreamCode, message: "" });
    expect(isTerminal(auth("session_not_found"))).toBe(true);
    expect(isTerminal(auth("conflict", "session_expired"))).toBe(true);
    expect(isTerminal(auth("session_not_found", "conflict"))).toBe(false);
    expect(isTerminal(auth("conflict"))).toBe(false);
    const network = { kind: "network", code: "unknown", message: "" } as const;
    expect(isTerminal(new BackendError({ ...network, upstreamCode: "session_expired" }))).toBe(
      false,
    );
  });
});

describe("a refresh", () => {
  let memory: MemoryBackend;
  let backend: Backend;
  let token: string;

  beforeEach(async () => {
    memory = createMemoryBackend();
    backend = memory.backend;
    token = (await memory.auth.signIn()).refresh_token;
  });

  const flights = () => projectState(backend.url).flights;
  const fail = (times: number, status: number) =>
    memory.faults.add({ path: "/auth/v1/token", times, status });

  it("sends the refresh token and the given headers to the endpoint", async () => {
    const outcome = await refreshTokens(backend, token, { headers: { "x-who": "ada" } });
    expect(outcome).toMatchObject({ status: "refreshed" });
    const [call] = memory.calls;
    expect(call).toMatchObject({
      method: "POST",
      path: "/auth/v1/token?grant_type=refresh_token",
      body: { refresh_token: token },
      bearer: null,
    });
    expect(call?.headers.get("x-who")).toBe("ada");
  });

  it("has its result stored for 10 s, even if the result ends the session", async () => {
    const first = await refreshTokens(backend, token);
    memory.clock.skip(9_999);
    expect(await refreshTokens(backend, token)).toBe(first);
    expect(flights().size).toBe(1);
    await memory.clock.advance(1);
    await refreshTokens(backend, "guess");
    expect(flights().size).toBe(1);
    expect(memory.count("/auth/v1/token")).toBe(2);
    expect(await refreshTokens(backend, "guess")).toMatchObject({
      status: "ended",
      error: { code: "refresh_token_not_found" },
    });
    expect(memory.count("/auth/v1/token")).toBe(2);
  });

  it("is shared with later callers while in flight, however long the response takes", async () => {
    memory.faults.add({ path: "/auth/v1/token", delayMs: 2_000 });
    const slow = refreshTokens(backend, token);
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    const [flight] = flights().values();
    expect(flight?.settledAt).toBeUndefined();
    memory.clock.skip(60_000);
    const shared = refreshTokens(backend, token);
    expect(await shared).toEqual(await slow);
  });

  it("is sent again if the visitor's request that started the refresh ended before the service responded", async () => {
    // On Cloudflare Workers, a promise rejects with this error after its request has ended.
    const outcome = Promise.reject(new Error("created by a request that has since ended"));
    outcome.catch(() => undefined);
    const slow = refreshTokens(backend, token);
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    const [key = ""] = flights().keys();
    await slow;
    flights().set(key, { outcome, startedAt: memory.clock.now() });
    memory.calls.length = 0;
    const [first, second] = await Promise.all([
      refreshTokens(backend, token),
      refreshTokens(backend, token),
    ]);
    expect(first).toMatchObject({ status: "refreshed" });
    expect(second).toBe(first);
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("is sent again after a failure, because failures are not stored", async () => {
    fail(1, 429);
    expect(await refreshTokens(backend, token)).toMatchObject({
      status: "unavailable",
      error: { code: "rate_limited" },
    });
    expect(flights().size).toBe(0);
    expect(await refreshTokens(backend, token)).toMatchObject({ status: "refreshed" });
  });

  it("is refused without a call after five failures, and is sent again half a second later", async () => {
    fail(10, 503);
    for (const user of ["ada", "ben", "cleo", "ada", "ben"]) {
      await refreshTokens(backend, token, { user });
    }
    expect(await refreshTokens(backend, token)).toMatchObject({
      status: "unavailable",
      error: { code: "service_unavailable", operation: "auth.refresh" },
    });
    expect(memory.count("/auth/v1/token")).toBe(10);
    memory.clock.skip(500);
    expect((await refreshTokens(backend, token)).status).toBe("refreshed");
    expect(projectState(backend.url).breaker).toMatchObject({ failures: 0, openUntil: 0 });
  });

  it("counts as a success for the circuit breaker when it ends a session", async () => {
    fail(8, 503);
    for (let call = 0; call < 4; call++) await refreshTokens(backend, token);
    expect(projectState(backend.url).breaker.failures).toBe(4);
    await refreshTokens(backend, "guess");
    expect(projectState(backend.url).breaker.failures).toBe(0);
  });

  it("counts as a failure for the circuit breaker when its response has no tokens", async () => {
    memory.faults.add({ path: "/auth/v1/token", respond: () => authAnswer(200, {}) });
    expect(await refreshTokens(backend, token)).toMatchObject({
      status: "unavailable",
      error: { code: "unexpected_answer", status: 200, operation: "auth.refresh" },
    });
    expect(projectState(backend.url).breaker.failures).toBe(1);
  });

  it("counts once toward the rate limit for all parallel callers, and is not sent when the limit is reached", async () => {
    const refusal = new BackendError({ kind: "network", code: "rate_limited", message: "" });
    const paid: (string | undefined)[] = [];
    const limiter: CallLimiter = {
      checkRateLimit: (_operation, user) => {
        paid.push(user);
        return paid.length === 1 ? refusal : null;
      },
      chargeRefusal: () => expect.unreachable(),
      recordAnswer: (isLimited) => expect(isLimited).toBe(false),
    };
    const terms = { limiter, user: "ada" };
    expect(await refreshTokens(backend, token, terms)).toEqual({
      status: "unavailable",
      error: refusal,
    });
    expect([memory.count("/auth/v1/token"), flights().size]).toEqual([0, 0]);
    await Promise.all(Array.from({ length: 5 }, () => refreshTokens(backend, token, terms)));
    expect([memory.count("/auth/v1/token"), paid]).toEqual([1, ["ada", "ada"]]);
  });
});
