import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExpiryWatch, MAX_CONFIRM_MS } from "./expiry.ts";

const MINUTE = 60_000;
const start = Date.parse("2026-03-01T10:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

function open(remainingMs: number) {
  const onExpired = vi.fn();
  const watch = new ExpiryWatch({ now: Date.now, onExpired }, start + remainingMs);
  watch.watch();
  return { onExpired, watch };
}

test("reports the expiry of a token on time if it is less than five minutes away", () => {
  const { onExpired, watch } = open(2 * MINUTE);
  vi.advanceTimersByTime(2 * MINUTE - 1);
  expect([watch.isExpired, onExpired.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  expect([watch.isExpired, onExpired.mock.calls.length]).toEqual([true, 1]);
});

test("checks the expiry of a token every five minutes, and reports the expiry on time", () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { onExpired } = open(12 * MINUTE);
  vi.advanceTimersByTime(12 * MINUTE - 1);
  expect(onExpired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpired).toHaveBeenCalledOnce();
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([5, 5, 2].map((n) => n * MINUTE));
});

test("reports an expiry within five minutes after the system clock jumps ahead", () => {
  const { onExpired } = open(60 * MINUTE);
  vi.setSystemTime(start + 61 * MINUTE);
  vi.advanceTimersByTime(MAX_CONFIRM_MS);
  expect(onExpired).toHaveBeenCalledOnce();
});

test("reports the expiry of a new token instead of the expiry of the earlier token", () => {
  const { onExpired, watch } = open(MINUTE);
  watch.watch(start + 3 * MINUTE);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(onExpired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MINUTE);
  expect(onExpired).toHaveBeenCalledOnce();
});

test("reports no expiry after the watch is stopped", () => {
  const { onExpired, watch } = open(MINUTE);
  watch.stop();
  vi.advanceTimersByTime(10 * MINUTE);
  expect(onExpired).not.toHaveBeenCalled();
});
