import { expect, test } from "vitest";
import type { ItemStatus } from "@/features/items/types";
import type { RequestStatus } from "@/features/requests/types";
import { canDecide, canUndo, canWaive } from "@/features/review/permissions";

const ITEM: ItemStatus[] = ["open", "submitted", "accepted", "partial", "returned", "waived"];

const during = (status: RequestStatus, may: typeof canDecide) =>
  ITEM.filter((item) => may({ status: item }, { status }));

test("in an open request, staff can decide only on submitted items", () => {
  expect(during("open", canDecide)).toEqual(["submitted"]);
});

test("in an open request, staff can waive only items that are neither accepted nor waived", () => {
  expect(during("open", canWaive)).toEqual(["open", "submitted", "partial", "returned"]);
});

test("staff can undo a decision while the request is open or complete", () => {
  const decided = ["accepted", "partial", "returned", "waived"];
  expect(during("open", canUndo)).toEqual(decided);
  expect(during("complete", canUndo)).toEqual(decided);
});

test.for(["cancelled", "archived"] as const)(
  "staff can change nothing in a request with the status %s",
  (status) => {
    expect([canDecide, canWaive, canUndo].flatMap((may) => during(status, may))).toEqual([]);
  },
);

test("staff can neither decide on nor waive items in a complete request", () => {
  expect([canDecide, canWaive].flatMap((may) => during("complete", may))).toEqual([]);
});
