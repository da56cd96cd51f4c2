import { expect, test } from "vitest";
import { MessageStore } from "./store.ts";
import { waitForMatch } from "./wait.ts";

test("a wait for an email resolves with an empty list at once if its signal is already aborted", async () => {
  const store = new MessageStore({ folder: "", now: () => 0 });
  const find = () => store.list();
  const signal = AbortSignal.abort();
  expect(await waitForMatch(store, { find, timeoutMs: 2 ** 31 - 1, signal })).toEqual([]);
});
