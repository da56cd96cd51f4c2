import { expect, test } from "vitest";
import { strings } from "@/features/items/strings";

test("on the page of an item, the notice about another ready answer names its item", () => {
  const { others } = strings.ready;
  expect(others(["Receipts"])).toBe("“Receipts” is ready but not sent.");
  expect(others(["Receipts", "Payroll"])).toBe("2 other answers are ready but not sent.");
});
