import { expect, test } from "vitest";
import { strings } from "@/features/items/strings";

test("the notice about other ready answers names the item of a single answer, and counts several answers", () => {
  const { others } = strings.ready;
  expect(others(["Receipts"])).toBe("“Receipts” is ready but not sent.");
  expect(others(["Receipts", "Payroll"])).toBe("2 other answers are ready but not sent.");
});
