import { expect, test } from "vitest";
import { createLatestSearch, type SearchState } from "@/lib/search/latest-search";

function setUp() {
  const states: SearchState<string>[] = [];
  const timers = new Set<() => void>();
  const waits: number[] = [];
  const calls = new Map<
    string,
    { resolve: (answer: string) => void; reject: (error: Error) => void; signal: AbortSignal }
  >();
  const latest = createLatestSearch<string>({
    ask: (query, signal) =>
      new Promise((resolve, reject) => calls.set(query, { resolve, reject, signal })),
    onChange: (state) => states.push(state),
    wait: (run, milliseconds) => {
      waits.push(milliseconds);
      timers.add(run);
      return () => timers.delete(run);
    },
  });
  const pass = () => {
    for (const run of [...timers]) {
      timers.delete(run);
      run();
    }
  };
  const call = (query: string) => {
    const found = calls.get(query);
    if (!found) throw new Error(`Nothing asked for ${query}.`);
    return found;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { latest, states, waits, pass, calls, call, settle };
}

test("createLatestSearch searches once for the last text, 120 ms after the last keystroke", () => {
  const { latest, waits, pass, calls } = setUp();
  latest.search("o");
  latest.search("ok");
  latest.search("oka ");
  expect(calls.size).toBe(0);
  pass();
  expect([...calls.keys()]).toEqual(["oka"]);
  expect(waits).toEqual([120, 120, 120]);
});

test("createLatestSearch ignores results for an older text that arrive after the newest results", async () => {
  const { latest, states, pass, call, settle } = setUp();
  latest.search("ok");
  pass();
  latest.search("okafor");
  pass();
  expect(call("ok").signal.aborted).toBe(true);
  call("okafor").resolve("new");
  await settle();
  call("ok").resolve("old");
  await settle();
  expect(states.at(-1)).toEqual({ found: "new", isSearching: false, hasFailed: false });
});

test("createLatestSearch ignores a failed search for an older text", async () => {
  const { latest, states, pass, call, settle } = setUp();
  latest.search("ok");
  pass();
  latest.search("okafor");
  call("ok").reject(new Error("aborted"));
  await settle();
  expect(states.at(-1)).toEqual({ found: null, isSearching: true, hasFailed: false });
});

test("createLatestSearch keeps the rows of the last search while the next search runs", async () => {
  const { latest, states, pass, call, settle } = setUp();
  latest.search("ok");
  pass();
  call("ok").resolve("rows");
  await settle();
  latest.search("oka");
  expect(states.at(-1)).toEqual({ found: "rows", isSearching: true, hasFailed: false });
});

test("createLatestSearch reports a failure, and repeats the search on request", async () => {
  const { latest, states, pass, calls, call, settle } = setUp();
  latest.search("ok");
  pass();
  call("ok").reject(new Error("offline"));
  await settle();
  expect(states.at(-1)).toEqual({ found: null, isSearching: false, hasFailed: true });
  calls.clear();
  latest.retry();
  call("ok").resolve("rows");
  await settle();
  expect(states.at(-1)).toEqual({ found: "rows", isSearching: false, hasFailed: false });
});

test("after an empty query, createLatestSearch ignores the result of the search that was running", async () => {
  const { latest, states, pass, call, settle } = setUp();
  latest.search("ok");
  pass();
  latest.search(" ");
  call("ok").resolve("late");
  await settle();
  expect(states.at(-1)).toEqual({ found: null, isSearching: false, hasFailed: false });
});
