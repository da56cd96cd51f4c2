import { beforeEach, describe, expect, it } from "vitest";
import { CallBudget } from "./call-budget.js";

let now: number;
const clock = { now: () => now };
let budget: CallBudget;

beforeEach(() => {
  now = 1_000_000;
  budget = new CallBudget(clock);
});

describe("a request's budget", () => {
  it("is three seconds from its beginning", () => {
    expect(budget.leftMs).toBe(3000);
    now += 2999;
    expect([budget.leftMs, budget.take()]).toEqual([1, true]);
    now += 1;
    expect([budget.leftMs, budget.take()]).toEqual([0, false]);
    now += 1;
    expect([budget.leftMs, budget.calls]).toEqual([0, 1]);
  });

  it("gains nothing by a clock that is set back", () => {
    now -= 60_000;
    expect(budget.leftMs).toBe(3000);
  });

  it("allows as many calls as it takes while none fails", () => {
    for (let call = 0; call < 5; call++) expect(budget.take()).toBe(true);
    expect([budget.calls, budget.isOutage]).toEqual([5, false]);
  });

  it("allows two calls once one failed", () => {
    budget.take();
    budget.noteFailure();
    expect(budget.isOutage).toBe(false);
    expect([budget.take(), budget.take(), budget.calls]).toEqual([true, false, 2]);
  });

  it("allows a second attempt as the second call alone", () => {
    budget.take();
    expect([budget.takeRetry(), budget.takeRetry(), budget.calls]).toEqual([true, false, 2]);
    // Nothing failed for good.
    expect(budget.take()).toBe(true);
  });

  it("knows of an outage, which is a failure too", () => {
    budget.noteOutage();
    expect(budget.isOutage).toBe(true);
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
  });

  it("shares what others spent on a call that failed, and never gets more by it", () => {
    budget.noteFailure();
    budget.share({ calls: 2 });
    expect(budget.take()).toBe(false);
    budget.share({ calls: 0 });
    expect(budget.calls).toBe(2);
  });

  it("is nothing after an outage that another met for the same request", () => {
    const spent = CallBudget.spent(clock);
    expect([spent.isOutage, spent.take(), spent.takeRetry()]).toEqual([true, false, false]);
  });
});

describe("a single call beside others", () => {
  it("is taken out of their budget and has no second attempt", () => {
    const one = CallBudget.one(clock, budget);
    expect([budget.calls, one?.take(), one?.takeRetry()]).toEqual([1, true, false]);
  });

  it("needs none", () => {
    expect(CallBudget.one(clock, undefined)?.take()).toBe(true);
  });

  it("is not made when they left nothing", () => {
    expect(CallBudget.one(clock, CallBudget.spent(clock))).toBeNull();
  });
});
