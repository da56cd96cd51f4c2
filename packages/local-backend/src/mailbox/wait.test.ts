import { expect, test } from "vitest";
import { MessageStore } from "./store.ts";
import { waitForMatch } from "./wait.ts";

test("waiting for an email ends at once without emails if the signal is already aborted", async () => {
  const store = new MessageStore({ folder: "", now: () => 0 });
  const find = () => store.list();
  const signal = AbortSignal.abort();
  expect(await waitForMatch(store, { find, timeoutMs: 2 ** 31 - 1, signal })).toEqual([]);
});
