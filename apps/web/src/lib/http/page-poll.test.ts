import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollPage } from "@/lib/http/page-poll";

const MINUTE = 60_000;

function open() {
  const view = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", view);
  const ask = vi.fn();
  const stop = pollPage(ask, MINUTE);
  const turn = (visibilityState: "visible" | "hidden") => {
    view.visibilityState = visibilityState;
    view.dispatchEvent(new Event("visibilitychange"));
  };
  return { ask, stop, turn };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("pollPage polls ten times in ten minutes while the page is visible", () => {
  const { ask } = open();
  vi.advanceTimersByTime(10 * MINUTE);
  expect(ask).toHaveBeenCalledTimes(10);
});

// S-8.39
test("pollPage does not poll while the page is hidden, and polls when the page becomes visible if a poll is overdue", () => {
  const { ask, turn } = open();
  turn("hidden");
  vi.advanceTimersByTime(10 * MINUTE);
  expect(ask).not.toHaveBeenCalled();
  turn("visible");
  expect(ask).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(MINUTE);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("pollPage keeps its interval after the page was hidden for a moment", () => {
  const { ask, turn } = open();
  vi.advanceTimersByTime(MINUTE / 2);
  turn("hidden");
  turn("visible");
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MINUTE / 2);
  expect(ask).toHaveBeenCalledOnce();
});

test("pollPage does not poll after polling was stopped, even if the page is visible", () => {
  const { ask, stop } = open();
  stop();
  vi.advanceTimersByTime(MINUTE);
  expect(ask).not.toHaveBeenCalled();
});

test("pollPage does not poll when the page becomes visible if polling was stopped while the page was hidden", () => {
  const { ask, stop, turn } = open();
  turn("hidden");
  vi.advanceTimersByTime(MINUTE);
  stop();
  turn("visible");
  vi.advanceTimersByTime(MINUTE);
  expect(ask).not.toHaveBeenCalled();
});
