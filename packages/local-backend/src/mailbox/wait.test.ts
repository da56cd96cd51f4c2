import { expect, test } from "vitest";
import { MessageStore } from "./store.ts";
import { waitForMatch } from "./wait.ts";

test("resolves with an empty list at once if the signal is already aborted", async () => {
  const store = new MessageStore({ folder: "", now: () => 0 });
  const find = () => store.list();
  const signal = AbortSignal.abort();
  expect(await waitForMatch(store, { find, timeoutMs: 2 ** 31 - 1, signal })).toEqual([]);
});
