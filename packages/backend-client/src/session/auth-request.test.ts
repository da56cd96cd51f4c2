import { beforeEach, describe, expect, it } from "vitest";
import { authAnswer, createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { requestAuth } from "./auth-request.js";
import { CallTime } from "./call-time.js";
import { closedBreaker, projectState } from "./project-state.js";

const CALL = { path: "/user", method: "GET", operation: "auth.user" } as const;

let memory: MemoryBackend;

beforeEach(() => {
  memory = createMemoryBackend();
});

const answer = (respond: () => Response) =>
  memory.faults.add({ path: "/auth/v1/user", times: Number.POSITIVE_INFINITY, respond });
const breaker = () => projectState(memory.backend.url).breaker;
const ask = (call: object = {}) =>
  requestAuth(memory.backend, { ...CALL, ...call }, (body) => body);

describe("a call of requestAuth", () => {
  it("returns the result of a synchronous or asynchronous reader of the body", async () => {
    answer(() => authAnswer(200, { id: 7 }));
    expect(await ask()).toEqual({ value: { id: 7 }, error: null });
    const later = await requestAuth(memory.backend, CALL, async () => "read");
    expect(later).toEqual({ value: "read", error: null });
  });

  it("fails with unexpected_answer and counts as a failure for the circuit breaker when the response is not from the auth service", async () => {
    answer(() => authAnswer(200, {}));
    const { value, error } = await requestAuth(memory.backend, CALL, () => null);
    expect(value).toBeNull();
    expect(error).toMatchObject({
      kind: "network",
      code: "unexpected_answer",
      status: 200,
      operation: "auth.user",
    });
    expect(breaker().failures).toBe(1);
  });

  it("keeps the status in the error when the response is not from the auth service", async () => {
    answer(() => authAnswer(201, {}));
    const { error } = await requestAuth(memory.backend, CALL, () => null);
    expect(error).toMatchObject({ code: "unexpected_answer", status: 201 });
  });

  it("sends no request while the circuit breaker is open", async () => {
    breaker().openUntil = memory.clock.now() + 1000;
    expect((await ask()).error).toMatchObject({ code: "service_unavailable" });
    expect(memory.calls).toEqual([]);
  });

  it("sends nothing when the time limit of the visitor's request has passed", async () => {
    const time = new CallTime(memory.backend.runtime, 0);
    expect((await ask({ time })).error).toMatchObject({
      kind: "network",
      code: "service_unavailable",
      retryable: true,
      operation: "auth.user",
      message: expect.stringContaining("auth.user was not sent"),
    });
    expect(memory.calls).toEqual([]);
  });

  it("ends at the time limit of the visitor's request, toward which earlier calls count", async () => {
    const time = new CallTime(memory.backend.runtime, 3000);
    memory.clock.skip(60_000);
    memory.faults.add({ path: "/", delayMs: 2000, status: 404 });
    await ask({ time });
    memory.faults.add({ path: "/", hang: true });
    const start = memory.clock.now();
    expect((await ask({ time })).error).toMatchObject({ code: "timeout" });
    expect(memory.clock.now() - start).toBe(1_000);
  });
});

describe("a call that was never sent", () => {
  it("does not change the circuit breaker, even if the caller retries", async () => {
    const time = new CallTime(memory.backend.runtime, 0);
    for (let call = 0; call < 20; call++) await ask({ time });
    expect(breaker()).toEqual(closedBreaker());
  });

  it("does not use up the circuit breaker's probe after a pause", async () => {
    breaker().failures = 5;
    breaker().openUntil = memory.clock.now();
    await ask({ time: new CallTime(memory.backend.runtime, 0) });
    expect((await ask()).error).toMatchObject({ code: "no_authorization" });
    expect(breaker().openUntil).toBe(0);
  });
});

describe("a rate limit of the auth service", () => {
  const limit = (code = "over_request_rate_limit", headers: Record<string, string> = {}) =>
    answerAll(() => authAnswer(429, { code }, headers));
  const REFRESH = { ...CALL, path: "/token?grant_type=refresh_token", method: "POST" } as const;
  const answerAll = (respond: () => Response) =>
    memory.faults.add({ path: "/auth/v1/", times: Number.POSITIVE_INFINITY, respond });

  it.each([
    ["for the seconds in the header", { "retry-after": "20" }, 20_000],
    ["for a minute at most", { "retry-after": "600" }, 60_000],
    ["for 15 s without a header", {}, 15_000],
  ])("pauses all calls if it refuses a refresh: %s", async (_name, headers, pauseMs) => {
    limit("over_request_rate_limit", headers as Record<string, string>);
    await requestAuth(memory.backend, REFRESH, (body) => body);
    expect(breaker().openUntil).toBe(memory.clock.now() + pauseMs);
    expect(memory.calls).toHaveLength(1);
  });

  it("is returned with the seconds to wait from the service's message", async () => {
    answerAll(() =>
      authAnswer(429, {
        code: "over_request_rate_limit",
        message: "For security purposes, you can only request this after 33 seconds.",
      }),
    );
    const { error } = await requestAuth(memory.backend, REFRESH, (body) => body);
    expect(error?.retryAfterSeconds).toBe(33);
    expect(breaker().openUntil).toBe(memory.clock.now() + 33_000);
  });

  it("pauses only the endpoint of the refused call if the call is not a refresh", async () => {
    limit();
    await ask();
    expect(breaker()).toEqual(closedBreaker());
    expect((await ask()).error).toMatchObject({
      kind: "network",
      code: "rate_limited",
      status: 429,
      retryAfterSeconds: 15,
    });
    await ask({ path: "/other" });
    expect(memory.calls).toHaveLength(2);
    memory.clock.skip(15_000);
    await ask();
    expect(memory.calls).toHaveLength(3);
  });

  it("pauses only the visitor whose address the service received", async () => {
    limit();
    const as = (address: string) =>
      requestAuth(
        memory.backend,
        { ...REFRESH, headers: { "sb-forwarded-for": address } },
        (body) => body,
      );
    await as("192.0.2.7");
    expect(breaker()).toEqual(closedBreaker());
    expect((await as("192.0.2.7")).error).toMatchObject({ code: "rate_limited" });
    expect(memory.calls).toHaveLength(1);
    await as("192.0.2.8");
    expect(memory.calls).toHaveLength(2);
  });

  it.each(["over_email_send_rate_limit", "over_sms_send_rate_limit", "unknown"])(
    "causes no pause with the code %s",
    async (code) => {
      limit(code);
      for (let call = 1; call <= 6; call++) {
        await requestAuth(memory.backend, REFRESH, (body) => body);
        expect(memory.calls).toHaveLength(call);
      }
      expect(breaker()).toEqual(closedBreaker());
    },
  );

  it("does not block sign-outs", async () => {
    limit();
    for (let call = 1; call <= 3; call++) {
      await ask({ path: "/logout?scope=local", method: "POST" });
      expect(memory.calls).toHaveLength(call);
    }
  });
});

describe("the server's log of the circuit breaker", () => {
  const entries: unknown[] = [];
  const log = (...entry: unknown[]) => void entries.push(entry);

  it("has one entry with the pause when the circuit breaker opens, and one entry when it closes", async () => {
    const heal = answer(() => authAnswer(500, { code: "unexpected_failure" }));
    for (const user of ["ada", "ben", "cleo", "ada", "ben", "eve"]) await ask({ user, log });
    heal();
    memory.clock.skip(500);
    answer(() => authAnswer(200, {}));
    for (const user of ["ada", "ben"]) await ask({ user, log });
    expect(entries).toEqual([
      ["breaker_opened", { operation: "auth.user", seconds: 0.5 }],
      ["breaker_closed", { operation: "auth.user" }],
    ]);
  });
});
