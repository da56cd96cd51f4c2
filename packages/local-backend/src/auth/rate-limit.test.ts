import { expect, test } from "vitest";
import { RateLimiter } from "./rate-limit.ts";

function createLimiter(count: number, burst?: number) {
  const clock = { now: 1_000_000 };
  const options = { count, periodSeconds: 300, now: () => clock.now };
  return { clock, limiter: new RateLimiter(burst === undefined ? options : { ...options, burst }) };
}

test("the rate limiter allows a burst of 30 requests, and one more request after ten seconds", () => {
  const { clock, limiter } = createLimiter(30);
  for (let call = 0; call < 30; call++) expect(limiter.take("a")).toBe(true);
  expect(limiter.take("a")).toBe(false);
  clock.now += 9_000;
  expect(limiter.take("a")).toBe(false);
  clock.now += 1_000;
  expect(limiter.take("a")).toBe(true);
  expect(limiter.take("a")).toBe(false);
});

test("the rate limiter counts the requests of each caller separately", () => {
  const { limiter } = createLimiter(30, 1);
  expect(limiter.take("a")).toBe(true);
  expect(limiter.take("a")).toBe(false);
  expect(limiter.take("b")).toBe(true);
});

test("the rate limiter allows at most one burst of requests after a long pause", () => {
  const { clock, limiter } = createLimiter(30, 2);
  clock.now += 86_400_000;
  expect([limiter.take("a"), limiter.take("a")]).toEqual([true, true]);
  expect(limiter.take("a")).toBe(false);
});

test("the rate limiter keeps a caller's count after 10,001 other callers make a request", () => {
  const { clock, limiter } = createLimiter(30, 1);
  limiter.take("spent");
  clock.now += 5_000;
  for (let index = 0; index < 10_001; index++) limiter.take(`other ${index}`);
  expect(limiter.take("spent")).toBe(false);
});

test("the rate limiter refuses every request if the limit and the burst are zero", () => {
  const { limiter } = createLimiter(0, 0);
  expect(limiter.take("a")).toBe(false);
});
