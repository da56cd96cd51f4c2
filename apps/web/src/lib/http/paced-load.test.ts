import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceLoads } from "@/lib/http/paced-load";

function open({ random = 0 } = {}) {
  const view = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", view);
  const load = vi.fn(async () => {});
  const loads = paceLoads(load, () => random);
  const turn = (visibilityState: "visible" | "hidden") => {
    view.visibilityState = visibilityState;
    view.dispatchEvent(new Event("visibilitychange"));
  };
  return { load, ...loads, turn };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("paceLoads loads once, 300 ms after the first change of a burst", async () => {
  const { ask, load } = open();
  for (let changes = 0; changes < 20; changes += 1) ask();
  await vi.advanceTimersByTimeAsync(299);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledOnce();
});

test("paceLoads loads every five seconds while changes keep arriving", async () => {
  const { ask, load } = open();
  for (let passed = 0; passed < 20_000; passed += 100) {
    ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(load).toHaveBeenCalledTimes(4);
});

test("paceLoads delays a load by a random time of up to a second", async () => {
  const { ask, load } = open({ random: 1 });
  ask();
  await vi.advanceTimersByTimeAsync(1_299);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledOnce();
});

test("paceLoads loads nothing while the page is hidden, and loads once when the page becomes visible", async () => {
  const { ask, load, turn } = open();
  turn("hidden");
  for (let changes = 0; changes < 20; changes += 1) ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  turn("visible");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledOnce();
});

test("paceLoads postpones a planned load until a hidden page is visible again", async () => {
  const { ask, load, turn } = open();
  ask();
  turn("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  turn("visible");
  await vi.advanceTimersByTimeAsync(300);
  expect(load).toHaveBeenCalledOnce();
});

test("paceLoads starts the next load only after a slow load has ended", async () => {
  const { ask, load } = open();
  const slow = Promise.withResolvers<void>();
  load.mockReturnValueOnce(slow.promise);
  ask();
  await vi.advanceTimersByTimeAsync(300);
  ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledOnce();
  slow.resolve();
  await vi.advanceTimersByTimeAsync(300);
  expect(load).toHaveBeenCalledTimes(2);
});

test("paceLoads loads again after a load that failed", async () => {
  const { ask, load } = open();
  load.mockRejectedValueOnce(new Error("offline"));
  ask();
  await vi.advanceTimersByTimeAsync(300);
  ask();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test("paceLoads loads nothing after `stop()`", async () => {
  const { ask, load, stop, turn } = open();
  ask();
  stop();
  turn("visible");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
});
