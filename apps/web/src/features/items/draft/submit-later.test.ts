import { beforeEach, expect, test, vi } from "vitest";
import { AGAIN_MS, createSubmitLater, type LaterNotice } from "@/features/items/draft/submit-later";
import { intentKey, readIntent, type SubmitIntent, storeIntent } from "@/lib/drafts/submit-intents";
import { createTabStorage } from "../../../../test/tab-storage";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
const KEY = intentKey("ann", "item");
const OUTAGE = { code: "network", isShownInside: true };
const SIGNED_OUT = { code: "session_ended", isShownInside: true };

let storage: Storage;
const stored = () => readIntent(storage, KEY);
const store = (intent: Partial<SubmitIntent> = {}) =>
  storeIntent(storage, KEY, { no: 1, version: 3, at: NOW, ...intent });

beforeEach(() => {
  storage = createTabStorage();
});

/** Simulates a page that shows version 3 of an answer. */
function open({ hasDraft = false, hasFailed = false } = {}) {
  const page = { no: 1, version: 3, isPending: false, hasFailed, isConflicting: false };
  const network = { isReachable: true, answer: Promise.resolve() };
  const seen = { notice: null as LaterNotice | null };
  const timers = new Set<() => void>();
  const wakers = new Set<() => void>();
  const submit = vi.fn();
  let stopRetries = () => {};
  const later = createSubmitLater({
    page: () => ({ ...page, hasConflict: () => page.isConflicting }),
    submit,
    onNotice: (notice) => {
      if (notice === seen.notice) return;
      seen.notice = notice;
      stopRetries();
      stopRetries = notice === "waiting" ? later.retry() : () => {};
    },
    clock: (run, milliseconds) => {
      expect(milliseconds).toBe(AGAIN_MS);
      timers.add(run);
      return () => timers.delete(run);
    },
    now: () => NOW,
    isReachable: async () => {
      await network.answer;
      return network.isReachable;
    },
    onWake: (again) => {
      wakers.add(again);
      return () => wakers.delete(again);
    },
  });
  const close = later.open({ storage, key: KEY, hasDraft });
  const call = async (calls: Set<() => void>) => {
    for (const each of [...calls]) {
      if (calls === timers) calls.delete(each);
      each();
    }
    await flush();
  };
  const fail = (failure: Parameters<typeof later.fail>[0]) => {
    page.hasFailed = true;
    later.fail(failure);
  };
  return {
    later,
    page,
    network,
    seen,
    submit,
    fail,
    close,
    tick: () => call(timers),
    wake: () => call(wakers),
    pending: () => timers.size + wakers.size,
  };
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

// S-8.44
test("a submission that fails in an outage is retried every 15 seconds while the server is reachable", async () => {
  const { seen, network, submit, fail, tick } = open();
  fail(OUTAGE);
  await flush();
  expect(seen.notice).toBe("waiting");
  expect(stored()).toEqual({ no: 1, version: 3, at: NOW });
  expect(submit).not.toHaveBeenCalled();
  network.isReachable = false;
  await tick();
  expect(submit).not.toHaveBeenCalled();
  network.isReachable = true;
  await tick();
  await tick();
  expect(submit).toHaveBeenCalledTimes(2);
});

test("a waiting submission is retried whenever `onWake` reports that the page is active again, until the page closes", async () => {
  const { seen, submit, fail, wake, tick, pending, close } = open();
  fail({ code: "unavailable", isShownInside: true });
  await wake();
  expect(submit).toHaveBeenCalledOnce();
  expect(pending()).toBe(2);
  close();
  expect(pending()).toBe(0);
  await wake();
  await tick();
  expect(submit).toHaveBeenCalledOnce();
  expect(seen.notice).toBeNull();
  expect(stored()).toBeDefined();
});

test("a repeated failure keeps the time at which the user pressed Submit", () => {
  store({ at: NOW - HOUR });
  const { fail } = open();
  fail(OUTAGE);
  expect(stored()?.at).toBe(NOW - HOUR);
});

test("a repeated failure starts no second timer", async () => {
  const { submit, fail, tick } = open();
  fail(OUTAGE);
  fail(OUTAGE);
  await tick();
  expect(submit).toHaveBeenCalledOnce();
});

test("a submission that fails because the session has ended is stored and not retried", async () => {
  const { seen, submit, fail, tick, wake } = open();
  fail(SIGNED_OUT);
  expect(seen.notice).toBe("signIn");
  expect(stored()).toBeDefined();
  await tick();
  await wake();
  expect(submit).not.toHaveBeenCalled();
});

test("a response from the server ends the retries", async () => {
  const { seen, submit, fail, tick } = open();
  fail(OUTAGE);
  fail({ code: "item_closed" });
  await tick();
  expect(seen.notice).toBeNull();
  expect(stored()).toBeUndefined();
  expect(submit).not.toHaveBeenCalled();
});

test("after a reload, the page retries a stored submission immediately", async () => {
  store();
  const { seen, submit } = open();
  expect(seen.notice).toBe("waiting");
  await flush();
  expect(submit).toHaveBeenCalledOnce();
});

test("after a reload, a submission older than twelve hours is sent only if the user confirms it", async () => {
  store({ at: NOW - 12 * HOUR - 1 });
  const { later, seen, submit, wake } = open();
  await wake();
  expect(seen.notice).toBe("ask");
  expect(submit).not.toHaveBeenCalled();
  later.resume();
  await flush();
  expect(seen.notice).toBe("waiting");
  expect(submit).toHaveBeenCalledOnce();
});

test("after a reload, a stored submission of another version is deleted and not sent", async () => {
  store({ version: 2 });
  const { seen, submit } = open();
  await flush();
  expect(seen.notice).toBe("changed");
  expect(stored()).toBeUndefined();
  expect(submit).not.toHaveBeenCalled();
});

test("after a reload, a stored submission of another version is sent if the page restores the draft", () => {
  store({ version: 2 });
  expect(open({ hasDraft: true }).seen.notice).toBe("waiting");
});

test("a page without a stored submission shows no notice and retries nothing", async () => {
  const { later, seen, submit, tick } = open();
  later.follow();
  later.type();
  await tick();
  expect(seen.notice).toBeNull();
  expect(stored()).toBeUndefined();
  expect(submit).not.toHaveBeenCalled();
});

test.each([OUTAGE, SIGNED_OUT])(
  "a submission that failed with $code is stored again with the version of the user’s later autosave",
  (failure) => {
    const { later, page, fail } = open();
    fail(failure);
    page.version = 4;
    later.follow();
    expect(stored()).toEqual({ no: 1, version: 4, at: NOW });
  },
);

test("a submission that waits for the user’s confirmation keeps its version despite a later autosave", () => {
  store({ at: NOW - 13 * HOUR });
  const { later, page } = open();
  page.version = 4;
  later.follow();
  expect(stored()?.version).toBe(3);
});

test("a conflict ends the retries and deletes the stored submission", async () => {
  const { later, page, seen, submit, fail, tick } = open();
  fail(OUTAGE);
  page.isConflicting = true;
  later.follow();
  page.isConflicting = false;
  await tick();
  expect(seen.notice).toBeNull();
  expect(stored()).toBeUndefined();
  expect(submit).not.toHaveBeenCalled();
});

test.each([OUTAGE, SIGNED_OUT])(
  "typing deletes a stored submission that failed with $code, so that it is not retried",
  async (failure) => {
    const { later, seen, submit, fail, tick } = open();
    fail(failure);
    later.type();
    await tick();
    expect(seen.notice).toBe("stopped");
    expect(stored()).toBeUndefined();
    expect(submit).not.toHaveBeenCalled();
  },
);

test("dropping a waiting submission ends the retries and deletes the stored submission", async () => {
  const { later, seen, submit, fail, tick } = open();
  fail(OUTAGE);
  later.drop();
  await tick();
  expect(seen.notice).toBeNull();
  expect(stored()).toBeUndefined();
  expect(submit).not.toHaveBeenCalled();
});

test.each([
  ["the user submits", ({ page }: ReturnType<typeof open>) => (page.isPending = true)],
  ["a conflict appears", ({ page }: ReturnType<typeof open>) => (page.isConflicting = true)],
  ["the user types", ({ later }: ReturnType<typeof open>) => later.type()],
])("a retry does not submit if %s while the page checks the connection", async (_, happen) => {
  const opened = open();
  opened.fail(OUTAGE);
  let answer = () => {};
  opened.network.answer = new Promise((resolve) => {
    answer = resolve;
  });
  await opened.tick();
  happen(opened);
  answer();
  await flush();
  expect(opened.submit).not.toHaveBeenCalled();
});
