import { expect, test } from "vitest";
import { PresenceList } from "./presence.ts";

test("replaces a member's presence when the member calls track again, and returns the earlier phx_ref as phx_ref_prev", () => {
  const list = new PresenceList<string>();
  const first = list.track("socket", "mia", { page: 1 });
  expect(first.leaves).toEqual({});
  const ref = first.joins.mia?.metas[0]?.phx_ref;

  const second = list.track("socket", "mia", { page: 2 });
  expect(second.leaves).toEqual(first.joins);
  expect(second.joins.mia?.metas).toEqual([
    { page: 2, phx_ref: expect.any(String), phx_ref_prev: ref },
  ]);
  expect(list.state()).toEqual(second.joins);
});

test("stores one presence for each of two members with the same key, and removes only the leaving member's presence", () => {
  const list = new PresenceList<string>();
  list.track("a", "mia", { tab: 1 });
  list.track("b", "mia", { tab: 2 });
  expect(list.state().mia?.metas).toHaveLength(2);
  expect(list.untrack("a")?.leaves.mia?.metas).toMatchObject([{ tab: 1 }]);
  expect(list.state().mia?.metas).toMatchObject([{ tab: 2 }]);
  expect(list.untrack("a")).toBeUndefined();
});

test("ignores a phx_ref in the member's payload", () => {
  const list = new PresenceList<string>();
  const diff = list.track("a", "mia", { phx_ref: "mine" });
  expect(diff.joins.mia?.metas[0]?.phx_ref).not.toBe("mine");
});
