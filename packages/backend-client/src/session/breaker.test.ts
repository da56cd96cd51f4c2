import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { BackendError, type BackendErrorInit, isBackendError } from "../errors/backend-error.js";
import { isOwnAnswer } from "../errors/own-answer.js";
import { type SentCall, sendAuth, wasSent } from "./auth-transport.js";
import { acquirePermit, type BreakerPermit } from "./breaker.js";
import { closedBreaker } from "./project-state.js";
import type { BreakerState } from "./types.js";

const NOW = 1_000_000;
const failure = (extra: Partial<BackendErrorInit<"network">> = {}) =>
  new BackendError({ kind: "network", code: "timeout", message: "late", ...extra });
const unconnected = () => {
  const cause = new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  return failure({ code: "unreachable", cause });
};
const answer = (status: number) =>
  new BackendError({ kind: "auth", code: "conflict", message: "no", status });

let breaker: BreakerState;
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
  breaker = closedBreaker();
});

const USERS = ["ada", "ben", "cleo", "dan", "eve"];

function begin(now = NOW, user?: string, isForAll = false): BreakerPermit {
  const permit = acquirePermit(breaker, { nowMs: now, operation: "auth.refresh", user, isForAll });
  if (isBackendError(permit)) throw permit;
  return permit;
}

const refusal = (now: number, user?: string) => {
  const permit = acquirePermit(breaker, { nowMs: now, operation: "auth.refresh", user });
  return isBackendError(permit) ? permit : null;
};

function fail(times: number, error: BackendError = failure(), users: string[] = USERS): number {
  let now = NOW;
  for (let call = 0; call < times; call++) {
    now = Math.max(now, breaker.openUntil);
    begin(now, users[call % users.length]).settle(sent, error, now);
  }
  return now;
}

describe("the circuit breaker during failures of the service", () => {
  it("stays closed after four failures in a row", () => {
    fail(4);
    expect(breaker).toMatchObject({ failures: 4, openUntil: 0, openings: 0 });
    expect(refusal(NOW)).toBeNull();
  });

  it("opens after the fifth failure, with a longer pause each time, up to 30 s", () => {
    fail(4);
    const pauses = Array.from({ length: 9 }, (_, call) => {
      const now = Math.max(NOW, breaker.openUntil);
      begin(now, USERS[call % 2]).settle(sent, failure(), now);
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
      message: expect.stringContaining("auth.refresh was not sent"),
    });
    expect(refusal(start + 29_999)?.retryAfterSeconds).toBe(1);
    expect(refusal(start + 30_000)).toBeNull();
  });

  it("after a success, starts again with the shortest pause", () => {
    const now = fail(6) + 1000;
    expect(begin(now).settle(sent, null, now)).toBe("closed");
    expect(breaker).toEqual({ ...closedBreaker(), openings: breaker.openings });
  });

  it("opens once when thirty calls in flight fail at the same time", () => {
    const calls = Array.from({ length: 30 }, (_, call) => begin(NOW, USERS[call % 5]));
    for (const call of calls) call.settle(sent, failure(), NOW);
    expect(breaker).toMatchObject({ failures: 5, openUntil: NOW + 500, openings: 1 });
  });

  it("stays open when a call that was already in flight succeeds", () => {
    const [late, ...calls] = Array.from({ length: 6 }, (_, call) => begin(NOW, USERS[call % 5]));
    for (const call of calls) call.settle(sent, failure(), NOW);
    late?.settle(sent, null, NOW);
    expect(refusal(NOW)).not.toBeNull();
  });

  it("refuses other calls for up to 3 s after a pause, until the probe succeeds", () => {
    const now = fail(5) + 500;
    const first = begin(now);
    expect(refusal(now)).toMatchObject({ retryAfterSeconds: 3 });
    expect(refusal(now + 2999)).not.toBeNull();
    first.settle(sent, null, now + 100);
    expect(refusal(now + 100)).toBeNull();
  });

  it("allows a second probe after the first probe's deadline, and then ignores the first probe's result", () => {
    const now = fail(5) + 500;
    const lost = begin(now);
    const next = begin(now + 3000);
    lost.settle(sent, null, now + 3000);
    expect(refusal(now + 3000)).not.toBeNull();
    next.settle(sent, null, now + 3000);
    expect(refusal(now + 3000)).toBeNull();
  });
});

describe("the users of failed calls", () => {
  it.each([
    ["one user", ["ada"]],
    ["two users", ["ada", "ben"]],
    ["one verified user and many unverified ones", ["ada", undefined as never]],
  ])("do not open the circuit breaker if they are too few: %s", (_name, users) => {
    fail(50, failure(), users);
    fail(50, answer(500), users);
    expect(breaker).toMatchObject({ openUntil: 0, openings: 0 });
  });

  it("are stored only up to the number of users that opens the circuit breaker", () => {
    fail(4);
    expect(breaker.users).toEqual(["ada", "ben", "cleo"]);
  });

  it("do not matter while the service is unreachable: any five failures open the circuit breaker", () => {
    fail(4, unconnected(), []);
    expect(breaker.openUntil).toBe(0);
    fail(1, unconnected(), []);
    expect(breaker.openUntil).toBe(NOW + 500);
  });

  it("cannot send the first probe after a pause if their call was the last to fail", () => {
    const end = fail(5) + 500;
    expect(breaker.lastUser).toBe("eve");
    expect(refusal(end, "eve")?.retryAfterSeconds).toBe(1);
    expect(refusal(end, "ada")).toBeNull();
  });

  it("may send the probe 500 ms after the pause, even if their call was the last to fail", () => {
    const end = fail(5) + 500;
    expect(refusal(end + 499, "eve")).not.toBeNull();
    expect(refusal(end + 500, "eve")).toBeNull();
  });

  it("are counted as one user if they have no verified token", () => {
    const end = fail(6, failure(), ["ada", "ben", "cleo", "ada", "ben", undefined as never]) + 1000;
    expect(refusal(end)).not.toBeNull();
    expect(refusal(end, "eve")).toBeNull();
  });
});

describe("calls that are the same for every visitor", () => {
  const failForAll = (times: number, error: BackendError = failure()) => {
    for (let call = 0; call < times; call++) begin(NOW, undefined, true).settle(sent, error, NOW);
  };

  it.each([
    ["a timeout", failure()],
    ["a 500 from the service", answer(500)],
    ["a 503 from a gateway", failure({ code: "service_unavailable", status: 503 })],
  ])("open the circuit breaker at their fifth failure in a row: %s", (_name, error) => {
    failForAll(4, error);
    expect(breaker.openings).toBe(0);
    failForAll(1, error);
    expect(breaker.openUntil).toBe(NOW + 500);
  });

  it("open the circuit breaker even when unverified calls fail in between", () => {
    for (let call = 0; call < 4; call++) {
      failForAll(1);
      fail(3, failure(), [undefined as never]);
    }
    expect(breaker.openings).toBe(0);
    failForAll(1);
    expect(breaker.openings).toBe(1);
  });

  it("start a new count of failures in a row after any successful call", () => {
    failForAll(4);
    begin().settle(sent, null, NOW);
    failForAll(4);
    expect(breaker.openings).toBe(0);
  });

  it("may serve as the probe after a pause even if an unverified call failed last", () => {
    const end = fail(6, failure(), ["ada", "ben", "cleo", "ada", "ben", undefined as never]);
    const now = end + 1000;
    expect(refusal(now)).not.toBeNull();
    expect(() => begin(now, undefined, true)).not.toThrow();
  });

  it("do not open the circuit breaker before their fifth failure, even if many unverified calls and calls of two users fail", () => {
    const error = fc.constantFrom(failure(), answer(500), failure({ status: 503 }));
    const caller = fc.constantFrom("ada", "ben", undefined, "everyone");
    fc.assert(
      fc.property(fc.array(fc.tuple(caller, error), { maxLength: 60 }), (calls) => {
        breaker = closedBreaker();
        let forAll = 0;
        for (const [who, why] of calls) {
          const isForAll = who === "everyone";
          if (isForAll && forAll === 4) continue;
          forAll += Number(isForAll);
          begin(NOW, isForAll ? undefined : who, isForAll).settle(sent, why, NOW);
        }
        expect(breaker.openings).toBe(0);
      }),
    );
  });
});

describe("the circuit breaker", () => {
  it("sends another probe after any number of probes that an abort, a 429 or a gateway's 403 ended", () => {
    const without = fc.constantFrom(
      (permit: BreakerPermit, now: number) => permit.release(now),
      (permit: BreakerPermit, now: number) => permit.settle(sent, answer(429), now),
      (permit: BreakerPermit, now: number) =>
        permit.settle(sent, failure({ code: "aborted" }), now),
      (permit: BreakerPermit, now: number) =>
        permit.settle(sent, failure({ code: "unexpected_answer", status: 403 }), now),
    );
    fc.assert(
      fc.property(fc.array(without, { maxLength: 20 }), fc.nat(3000), (probes, laterMs) => {
        breaker = closedBreaker();
        const end = fail(5) + 500;
        for (const probe of probes) probe(begin(end, "ada"), end);
        expect(refusal(end, "ada")).toBeNull();
        breaker = closedBreaker();
        let now = fail(5) + 500;
        for (const probe of probes) {
          const permit = begin(now, "ada");
          now += laterMs;
          probe(permit, now);
        }
        expect(breaker.failures).toBe(5);
        expect(refusal(now, "ben")).toBeNull();
      }),
    );
  });

  it("counts only the first outcome of a probe, and ignores a later release or failure", () => {
    const end = fail(5) + 500;
    const probe = begin(end);
    probe.settle(sent, null, end);
    probe.release(end + 10_000);
    probe.settle(sent, failure(), end);
    expect(breaker).toEqual({ ...closedBreaker(), openings: breaker.openings });
  });
});

describe("the failures that the circuit breaker counts", () => {
  it.each([
    ["a call without a response", failure()],
    ["a lost connection", failure({ code: "unreachable" })],
    ["a truncated response", failure({ code: "unexpected_answer", status: 200 })],
    ["a redirect", failure({ code: "unexpected_answer", status: 302 })],
    ["a 500 from the service", answer(500)],
    ["a 503 from a gateway", failure({ code: "service_unavailable", status: 503 })],
  ])("include %s", (_name, error) => {
    fail(5, error);
    expect(refusal(breaker.openUntil - 1)).not.toBeNull();
  });

  it.each([400, 404, 409, 428, 430, 499])(
    "are reset to zero by a refusal from the service itself: %i",
    (status) => {
      fail(4);
      fail(1, answer(status));
      expect(breaker.failures).toBe(0);
    },
  );

  it.each([400, 401, 403, 404, 429, 499])(
    "do not include a gateway's refusal, which leaves the count as it was: %i",
    (status) => {
      fail(4);
      fail(9, failure({ code: "unexpected_answer", status }));
      expect(breaker.failures).toBe(4);
    },
  );

  it("do not include a rate limit of the service or an aborted call", () => {
    fail(4);
    fail(9, answer(429));
    fail(9, failure({ code: "aborted" }));
    expect(breaker.failures).toBe(4);
  });

  it("include a 503, but its Retry-After header does not keep the breaker open longer", () => {
    fail(5, failure({ code: "service_unavailable", status: 503, retryAfterSeconds: 600 }));
    expect(breaker.openUntil).toBe(NOW + 500);
  });
});

describe("isOwnAnswer", () => {
  it.each([
    [answer(400), true],
    [answer(499), true],
    [answer(500), false],
    [answer(429), false],
    [new BackendError({ kind: "auth", code: "conflict", message: "" }), true],
    [failure({ status: 400 }), false],
  ])(
    "returns $1 for an error with kind $kind, code $code and status $status",
    (error, expected) => {
      expect(isOwnAnswer(error)).toBe(expected);
    },
  );
});

describe("a pause that the service asks for", () => {
  it("starts with the first response that asks for it, and lasts at most a minute", () => {
    expect(begin().pause(sent, 20_000, NOW)).toBe("opened");
    expect(breaker.openUntil).toBe(NOW + 20_000);
    const next = NOW + 20_000;
    begin(next).pause(sent, 86_400_000, next);
    expect(breaker.openUntil).toBe(next + 60_000);
    expect(refusal(next)).not.toBeNull();
  });

  it("ends when the clock is set back and more than a minute of the pause would remain", () => {
    begin().pause(sent, 60_000, NOW);
    expect(refusal(NOW)).not.toBeNull();
    expect(refusal(NOW - 1)).toBeNull();
  });

  it("does not change when the response to an earlier call asks for a longer pause", () => {
    const [first, late] = [begin(), begin()];
    first.pause(sent, 20_000, NOW);
    expect(late.pause(sent, 60_000, NOW)).toBeNull();
    expect(breaker).toMatchObject({ openUntil: NOW + 20_000, openings: 1 });
  });
});
