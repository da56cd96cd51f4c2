import { expect, test } from "vitest";
import type { ItemStatus } from "@/features/items/types";
import type { RequestStatus } from "@/features/requests/types";
import { canDecide, canUndo, canWaive } from "@/features/review/permissions";

const ITEM: ItemStatus[] = ["open", "submitted", "accepted", "partial", "returned", "waived"];

/** The states of items for which something may be done in a request of this state. */
const during = (status: RequestStatus, may: typeof canDecide) =>
  ITEM.filter((item) => may({ status: item }, { status }));

test("what was submitted is decided while the request is open", () => {
  expect(during("open", canDecide)).toEqual(["submitted"]);
});

test("what is not accepted or waived already may be waived while the request is open", () => {
  expect(during("open", canWaive)).toEqual(["open", "submitted", "partial", "returned"]);
});

test("a decision may be taken back while the request is open or complete", () => {
  const decided = ["accepted", "partial", "returned", "waived"];
  expect(during("open", canUndo)).toEqual(decided);
  expect(during("complete", canUndo)).toEqual(decided);
});

test.for(["cancelled", "archived"] as const)("a request that is %s is read only", (status) => {
  expect([canDecide, canWaive, canUndo].flatMap((may) => during(status, may))).toEqual([]);
});

test("in a complete request nothing is decided or waived", () => {
  expect([canDecide, canWaive].flatMap((may) => during("complete", may))).toEqual([]);
});
