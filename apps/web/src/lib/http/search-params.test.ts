import { expect, test } from "vitest";
import { firstValue, searchText } from "@/lib/http/search-params";

test("firstValue trims the first value of a parameter, and returns undefined for a blank value", () => {
  expect(firstValue([" Ada ", "Tom"])).toBe("Ada");
  expect(firstValue(" ")).toBeUndefined();
  expect(firstValue(undefined)).toBeUndefined();
});

test("firstValue removes NUL characters, which PostgreSQL refuses", () => {
  expect(firstValue("A\0da")).toBe("Ada");
  expect(firstValue("\0")).toBeUndefined();
});

test("searchText puts a pasted search on one line of at most 80 characters", () => {
  expect(searchText(" Okafor\tDental\r\nPractice\u200b ")).toBe("Okafor Dental Practice");
  expect(searchText("😀".repeat(90))).toBe("😀".repeat(80));
  expect(searchText("\t\n")).toBeUndefined();
  expect(searchText(null)).toBeUndefined();
});
