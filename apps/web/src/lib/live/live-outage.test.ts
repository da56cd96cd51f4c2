import { expect, test, vi } from "vitest";
import { isChannelLost, PAUSED_AFTER_MS, POLL_MS, startOutage } from "@/lib/live/live-outage";

test.each([
  ["joining", true],
  ["lost", true],
  ["refused", true],
  ["joined", false],
  ["signed-out", false],
] as const)(
  "isChannelLost returns whether the status %s means a lost channel: %s",
  (status, isLost) => {
    expect(isChannelLost(status)).toBe(isLost);
  },
);

function start(refresh: () => Promise<void> = vi.fn(async () => {})) {
  const timers = new Set<() => void>();
  const polls = new Set<() => void>();
  const onPaused = vi.fn();
  const end = startOutage({
    refresh,
    onPaused,
    clock: (run, milliseconds) => {
      expect(milliseconds).toBe(PAUSED_AFTER_MS);
      timers.add(run);
      return () => timers.delete(run);
    },
    poll: (ask, everyMilliseconds) => {
      expect(everyMilliseconds).toBe(POLL_MS);
      polls.add(ask);
      return () => polls.delete(ask);
    },
  });
  const call = (calls: Set<() => void>) => {
    for (const each of calls) each();
  };
  return { end, refresh, onPaused, wait: () => call(timers), poll: () => call(polls) };
}

test("live updates are reported as paused only when the channel has been lost for 10 seconds", () => {
  const { onPaused, wait } = start();
  expect(onPaused).not.toHaveBeenCalled();
  wait();
  expect(onPaused.mock.calls).toEqual([[true]]);
});

test("while the channel is lost, every poll refreshes the page, even after a refresh failed", async () => {
  let refreshes = 0;
  // `vi.fn` would handle the rejection, and the test could not detect an unhandled rejection.
  const { poll } = start(async () => {
    refreshes += 1;
    throw new Error("offline");
  });
  expect(refreshes).toBe(0);
  poll();
  await new Promise(setImmediate);
  poll();
  expect(refreshes).toBe(2);
});

test("the polls end and live updates are no longer reported as paused when the channel is back", () => {
  const { end, refresh, onPaused, wait, poll } = start();
  wait();
  end();
  wait();
  poll();
  expect(refresh).not.toHaveBeenCalled();
  expect(onPaused.mock.calls).toEqual([[true], [false]]);
});
