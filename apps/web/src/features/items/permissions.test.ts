import { expect, test } from "vitest";
import { canAnswer, canWithdraw } from "@/features/items/permissions";

test("canAnswer allows an answer only while the item waits for the contact and the request is open", () => {
  for (const status of ["open", "partial", "returned"] as const) {
    expect(canAnswer({ status }, { status: "open" })).toBe(true);
    expect(canAnswer({ status }, { status: "complete" })).toBe(false);
  }
  for (const status of ["submitted", "accepted", "waived"] as const) {
    expect(canAnswer({ status }, { status: "open" })).toBe(false);
  }
});

test("canWithdraw allows a contact to withdraw only an undecided answer, and only in an open request", () => {
  expect(canWithdraw({ status: "submitted" }, { status: "open" })).toBe(true);
  expect(canWithdraw({ status: "accepted" }, { status: "open" })).toBe(false);
  expect(canWithdraw({ status: "submitted" }, { status: "complete" })).toBe(false);
});
