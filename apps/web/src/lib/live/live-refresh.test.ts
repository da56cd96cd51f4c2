import { expect, test, vi } from "vitest";
import { BURST_MS, createLiveRefresh } from "@/lib/live/live-refresh";

/** Simulates a page that shows the row “a”. */
function open() {
  const page = { isOnline: true, rows: new Set<string | null>(["a"]) };
  const timers = new Set<() => void>();
  const refresh = vi.fn();
  const fadeRows = vi.fn();
  const live = createLiveRefresh({
    refresh,
    fadeRows,
    isOnline: () => page.isOnline,
    readRows: () => page.rows,
    clock: (run, milliseconds) => {
      expect(milliseconds).toBe(BURST_MS);
      const timer = () => run();
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const tick = () => {
    for (const run of [...timers]) {
      timers.delete(run);
      run();
    }
  };
  return { ...live, page, refresh, fadeRows, tick };
}

test("several changes in a row refresh the page once", () => {
  const { ask, refresh, tick } = open();
  ask();
  ask();
  expect(refresh).not.toHaveBeenCalled();
  tick();
  expect(refresh).toHaveBeenCalledOnce();
  ask();
  tick();
  expect(refresh).toHaveBeenCalledTimes(2);
});

test("a change while the browser is offline does not refresh the page", () => {
  const { ask, page, refresh, fadeRows, showChanges, tick } = open();
  page.isOnline = false;
  ask();
  tick();
  showChanges();
  expect(refresh).not.toHaveBeenCalled();
  expect(fadeRows).not.toHaveBeenCalled();
});

test("rows that are new after a refresh fade in once", () => {
  const { ask, page, fadeRows, showChanges, tick } = open();
  const before = page.rows;
  ask();
  tick();
  page.rows = new Set(["a", "b"]);
  expect(fadeRows).not.toHaveBeenCalled();
  showChanges();
  showChanges();
  expect(fadeRows.mock.calls).toEqual([[before]]);
});

test("if two refreshes overlap, every row that is new since before the first refresh fades in", () => {
  const { ask, page, fadeRows, showChanges, tick } = open();
  const before = page.rows;
  ask();
  tick();
  page.rows = new Set(["b"]);
  ask();
  tick();
  showChanges();
  expect(fadeRows.mock.calls).toEqual([[before]]);
});

test("a change does not refresh a page that the user has left", () => {
  const { ask, refresh, stop, tick } = open();
  ask();
  stop();
  tick();
  expect(refresh).not.toHaveBeenCalled();
});
