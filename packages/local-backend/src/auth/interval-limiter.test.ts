import { expect, test } from "vitest";
import { IntervalLimiter } from "./interval-limiter.ts";

const SECOND = 1000;

function createLimiter(count: number) {
  const clock = { now: 1_000_000 };
  const limiter = new IntervalLimiter({ count, intervalSeconds: 60, now: () => clock.now });
  return { clock, limiter };
}

test("the interval limiter allows at most the maximum number of events per interval", () => {
  const { clock, limiter } = createLimiter(2);
  expect([limiter.take(), limiter.take(), limiter.take()]).toEqual([true, true, false]);
  clock.now += 59 * SECOND;
  expect(limiter.take()).toBe(false);
  clock.now += SECOND;
  expect([limiter.take(), limiter.take(), limiter.take()]).toEqual([true, true, false]);
});

test("the interval limiter keeps its interval boundaries after an interval without events", () => {
  const { clock, limiter } = createLimiter(1);
  clock.now += 150 * SECOND;
  expect([limiter.take(), limiter.take()]).toEqual([true, false]);
  clock.now += 30 * SECOND;
  expect(limiter.take()).toBe(true);
});

test("clear() of the interval limiter resets the count and starts a new interval", () => {
  const { clock, limiter } = createLimiter(1);
  clock.now += 59 * SECOND;
  limiter.take();
  limiter.clear();
  expect(limiter.take()).toBe(true);
  clock.now += SECOND;
  expect(limiter.take()).toBe(false);
});

test("the interval limiter refuses every event if the maximum is zero", () => {
  expect(createLimiter(0).limiter.take()).toBe(false);
});
