import { beforeEach, describe, expect, it } from "vitest";
import { BackendError, type BackendErrorInit } from "../errors/backend-error.js";
import { heldBack, noteAnswer, noteFailure } from "./breaker.js";

const NOW = 1_000_000;
const failure = (extra: Partial<BackendErrorInit<"network">> = {}) =>
  new BackendError({ kind: "network", code: "timeout", message: "late", ...extra });

let breaker: { failures: number; openUntil: number };

beforeEach(() => {
  breaker = { failures: 0, openUntil: 0 };
});

const fail = (times: number) => {
  for (let call = 0; call < times; call++) noteFailure(breaker, failure(), NOW);
};
const pause = () => breaker.openUntil - NOW;

describe("calls to a service that fails", () => {
  it("go on for four failures in a row", () => {
    fail(4);
    expect(heldBack(breaker, NOW, "auth.refresh")).toBeNull();
  });

  it("pause at the fifth, longer each time, for half a minute at most", () => {
    fail(4);
    const pauses = Array.from({ length: 9 }, () => {
      fail(1);
      return pause();
    });
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(heldBack(breaker, NOW, "auth.refresh")).toMatchObject({
      kind: "network",
      code: "service_unavailable",
      retryable: true,
      retryAfterSeconds: 30,
      operation: "auth.refresh",
      message: expect.stringContaining("auth.refresh was held back"),
    });
    expect(heldBack(breaker, NOW + 29_999, "x")?.retryAfterSeconds).toBe(1);
    expect(heldBack(breaker, NOW + 30_000, "x")).toBeNull();
  });

  it("begin anew after an answer", () => {
    fail(6);
    noteAnswer(breaker);
    expect(heldBack(breaker, NOW, "x")).toBeNull();
    fail(4);
    expect(pause()).toBe(0);
  });
});

describe("a pause that the service asks for", () => {
  it("is kept from the first failure on, a minute at most", () => {
    noteFailure(breaker, failure({ retryAfterSeconds: 20 }), NOW);
    expect(pause()).toBe(20_000);
    noteFailure(breaker, failure({ retryAfterSeconds: 86_400 }), NOW);
    expect(pause()).toBe(60_000);
    expect(heldBack(breaker, NOW, "x")).not.toBeNull();
  });

  it("does not shorten the SDK's own", () => {
    fail(10);
    noteFailure(breaker, failure({ retryAfterSeconds: 1 }), NOW);
    expect(pause()).toBe(30_000);
  });

  it("is over when the clock was set back by more than any pause lasts", () => {
    noteFailure(breaker, failure({ retryAfterSeconds: 60 }), NOW);
    expect(heldBack(breaker, NOW - 1, "x")).toBeNull();
    expect(heldBack(breaker, NOW, "x")).not.toBeNull();
  });
});
