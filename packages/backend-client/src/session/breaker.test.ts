import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { BackendError, type BackendErrorInit, isBackendError } from "../errors/backend-error.js";
import { isOwnAnswer, type Passage, passBreaker } from "./breaker.js";
import { type SentCall, sendAuth, wasSent } from "./send-auth.js";

const NOW = 1_000_000;
const failure = (extra: Partial<BackendErrorInit<"network">> = {}) =>
  new BackendError({ kind: "network", code: "timeout", message: "late", ...extra });
const answer = (status: number) =>
  new BackendError({ kind: "auth", code: "conflict", message: "no", status });

let breaker: { failures: number; openUntil: number; openings: number };

let sent: SentCall;

beforeAll(async () => {
  const backend = defineBackend({ runtime: { fetch: async () => Response.json({}) } });
  const result = await sendAuth(backend, {
    operation: "auth.user",
    path: "/user",
    method: "GET",
    headers: {},
    timeoutMs: 1000,
  });
  if (wasSent(result)) sent = result;
});

beforeEach(() => {
  breaker = { failures: 0, openUntil: 0, openings: 0 };
});

/** Begins a call that must be let through. */
function begin(now = NOW): Passage {
  const passage = passBreaker(breaker, now, "auth.refresh");
  if (isBackendError(passage)) throw passage;
  return passage;
}

const refusal = (now: number) => {
  const passage = passBreaker(breaker, now, "auth.refresh");
  return isBackendError(passage) ? passage : null;
};

/** Lets calls fail one after another, each as soon as it may be made; answers the last one's end. */
function fail(times: number, error: BackendError = failure()): number {
  let now = NOW;
  for (let call = 0; call < times; call++) {
    now = Math.max(now, breaker.openUntil);
    begin(now).settle(sent, error, now);
  }
  return now;
}

describe("calls to a service that fails", () => {
  it("go on for four failures in a row", () => {
    fail(4);
    expect(breaker).toEqual({ failures: 4, openUntil: 0, openings: 0 });
    expect(refusal(NOW)).toBeNull();
  });

  it("pause at the fifth, longer each time, for half a minute at most", () => {
    fail(4);
    const pauses = Array.from({ length: 9 }, () => {
      const now = Math.max(NOW, breaker.openUntil);
      begin(now).settle(sent, failure(), now);
      return breaker.openUntil - now;
    });
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    const start = breaker.openUntil - 30_000;
    expect(refusal(start)).toMatchObject({
      kind: "network",
      code: "service_unavailable",
      retryable: true,
      retryAfterSeconds: 30,
      operation: "auth.refresh",
      message: expect.stringContaining("auth.refresh was held back"),
    });
    expect(refusal(start + 29_999)?.retryAfterSeconds).toBe(1);
    expect(refusal(start + 30_000)).toBeNull();
  });

  it("begin anew after an answer", () => {
    const now = fail(6) + 1000;
    begin(now).settle(sent, null, now);
    expect(breaker).toMatchObject({ failures: 0, openUntil: 0 });
  });

  it("pause once for all that were under way: one hiccup is one failure too many, not thirty", () => {
    const calls = Array.from({ length: 30 }, () => begin());
    for (const call of calls) call.settle(sent, failure(), NOW);
    expect(breaker).toEqual({ failures: 5, openUntil: NOW + 500, openings: 1 });
  });

  it("stay paused when one that was under way is answered after all", () => {
    const [late, ...calls] = Array.from({ length: 6 }, () => begin());
    for (const call of calls) call.settle(sent, failure(), NOW);
    late?.settle(sent, null, NOW);
    expect(refusal(NOW)).not.toBeNull();
  });

  it("wait after a pause for the one that goes first, as long as that may take", () => {
    const now = fail(5) + 500;
    const first = begin(now);
    expect(refusal(now)).toMatchObject({ retryAfterSeconds: 3 });
    expect(refusal(now + 2999)).not.toBeNull();
    first.settle(sent, null, now + 100);
    expect(refusal(now + 100)).toBeNull();
  });

  it("do not wait for ever for one that never comes back", () => {
    const now = fail(5) + 500;
    const lost = begin(now);
    const next = begin(now + 3000);
    lost.settle(sent, null, now + 3000);
    expect(refusal(now + 3000)).not.toBeNull();
    next.settle(sent, null, now + 3000);
    expect(refusal(now + 3000)).toBeNull();
  });
});

describe("what counts as a failure", () => {
  it.each([
    ["no answer", failure()],
    ["an answer cut short", failure({ code: "unexpected_answer", status: 200 })],
    ["500 of the service", answer(500)],
    ["503 of a gateway", failure({ code: "service_unavailable", status: 503 })],
    ["429 of the service", answer(429)],
    ["429 of a gateway", failure({ code: "rate_limited", status: 429 })],
  ])("%s", (_name, error) => {
    fail(5, error);
    expect(refusal(breaker.openUntil - 1)).not.toBeNull();
  });

  it.each([400, 404, 409, 428, 430, 499])("not a refusal of the service's own: %i", (status) => {
    fail(4);
    fail(1, answer(status));
    expect(breaker.failures).toBe(0);
  });

  it.each([400, 401, 403, 404, 499])(
    "not what a gateway refuses, nor is it a sign of life: %i",
    (status) => {
      fail(4);
      fail(9, failure({ code: "unexpected_answer", status }));
      expect(breaker.failures).toBe(4);
    },
  );
});

describe("the service's own answer", () => {
  it.each([
    [answer(400), true],
    [answer(499), true],
    [answer(500), false],
    [answer(429), false],
    [new BackendError({ kind: "auth", code: "conflict", message: "" }), true],
    [failure({ status: 400 }), false],
  ])("is told from others: %o", (error, expected) => {
    expect(isOwnAnswer(error)).toBe(expected);
  });
});

describe("a pause that the service asks for", () => {
  it("is kept from the first failure on, a minute at most", () => {
    fail(1, failure({ retryAfterSeconds: 20 }));
    expect(breaker.openUntil).toBe(NOW + 20_000);
    const next = NOW + 20_000;
    begin(next).settle(sent, failure({ retryAfterSeconds: 86_400 }), next);
    expect(breaker.openUntil).toBe(next + 60_000);
    expect(refusal(next)).not.toBeNull();
  });

  it("does not shorten the SDK's own", () => {
    const now = fail(10, failure({ retryAfterSeconds: 1 }));
    expect(breaker.openUntil - now).toBe(16_000);
  });

  it("is over when the clock was set back by more than any pause lasts", () => {
    fail(1, failure({ retryAfterSeconds: 60 }));
    expect(refusal(NOW)).not.toBeNull();
    expect(refusal(NOW - 1)).toBeNull();
  });
});
