import { expect, it, vi } from "vitest";
import { createVirtualClock } from "./virtual-clock.js";

it("a virtual clock moves only when a test advances it, and runs due timers in order", async () => {
  const clock = createVirtualClock({ date: 1000 });
  const log: string[] = [];
  clock.schedule(() => log.push(`b ${clock.now()}`), 20);
  clock.schedule(() => {
    log.push(`a ${clock.now()}`);
    clock.schedule(() => log.push(`c ${clock.now()}`), 5);
  }, 10);
  const cancel = clock.schedule(() => log.push("never"), 15);
  cancel();
  expect(clock.pending()).toBe(2);
  await clock.advance(19);
  expect(log).toEqual(["a 1010", "c 1015"]);
  await clock.advance(1);
  expect(log).toEqual(["a 1010", "c 1015", "b 1020"]);
});

it("a virtual clock lets promises settle before it runs the next timer", async () => {
  const clock = createVirtualClock({ date: 0 });
  const log: number[] = [];
  const sleep = (ms: number) => new Promise<void>((resolve) => void clock.schedule(resolve, ms));
  const work = (async () => {
    for (let step = 0; step < 3; step++) {
      await sleep(10);
      log.push(clock.now());
    }
  })();
  await clock.advance(30);
  await work;
  expect(log).toEqual([10, 20, 30]);
});

it("a virtual clock runs overdue timers at the next advance after a skip, as if the machine had slept", async () => {
  const clock = createVirtualClock({ date: 0 });
  const late = vi.fn(() => clock.now());
  clock.schedule(late, 10);
  clock.skip(1000);
  expect(late).not.toHaveBeenCalled();
  await clock.advance(0);
  expect(late).toHaveReturnedWith(1000);
});

it("a virtual clock can change its date without moving its monotonic time", () => {
  const clock = createVirtualClock({ date: 0 });
  clock.skip(5);
  clock.setDate(86_400_000);
  expect([clock.now(), clock.monotonicNow()]).toEqual([86_400_000, 5]);
});

it("an automatic clock jumps to the next timer only when no other work is running", async () => {
  const clock = createVirtualClock({ date: 0, isAutomatic: true });
  const timer = new Promise<number>((resolve) => {
    clock.schedule(() => resolve(clock.now()), 60_000);
  });
  let isDone = false;
  const work = clock.hold(
    new Promise<number>((resolve) => {
      setTimeout(() => {
        isDone = true;
        resolve(clock.now());
      }, 30);
    }),
  );
  expect(await work).toBe(0);
  expect(isDone).toBe(true);
  expect(await timer).toBe(60_000);
});

it("an automatic clock keeps running while the test runner uses fake timers", async () => {
  const clock = createVirtualClock({ isAutomatic: true });
  vi.useFakeTimers();
  try {
    await new Promise<void>((resolve) => void clock.schedule(resolve, 1000));
  } finally {
    vi.useRealTimers();
  }
});
