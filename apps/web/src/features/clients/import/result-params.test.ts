import { describe, expect, it } from "vitest";
import {
  formatHeadings,
  formatRanges,
  toHeadings,
  toRanges,
} from "@/features/clients/import/result-params";

describe("the list of skipped rows", () => {
  it.each([
    [[1, 2, 3, 4, 5, 9], "1-5,9", "1–5, 9"],
    [[7], "7", "7"],
    [[2, 4, 5], "2,4-5", "2, 4–5"],
    [[12_345, 12_346], "12345-12346", "12345–12346"],
  ])("is formatted from the row numbers %j for a URL and for display", (rows, address, text) => {
    expect(toRanges(rows)).toBe(address);
    expect(formatRanges(address)).toBe(text);
  });

  it("is shortened if it is long, for the URL and for display", () => {
    const address = toRanges(Array.from({ length: 500 }, (_, index) => 2 * index + 1));
    expect(address).toMatch(/^1,3,5,.*39,more$/);
    expect(formatRanges(address)).toMatch(/37, 39 …$/);
  });

  it.each([undefined, "", "1;2", "all of them", "1,,2", "more"])(
    "is not shown for the invalid row numbers %j",
    (address) => {
      expect(formatRanges(address)).toBeUndefined();
    },
  );
});

describe("the list of ignored headings", () => {
  it.each([
    [["Phone"], "Phone", "“Phone”"],
    [["Phone", "Straße (privat)"], "Phone,Straße (privat)", "“Phone”, “Straße (privat)”"],
    [["a", "b", "c", "d", "e", "f"], "a,b,c,d,e,…", "“a”, “b”, “c”, “d”, “e”, …"],
    [["€", "Phone"], "Phone", "“Phone”"],
    [["see https://x.example, now"], "see https x example now", "“see https x example now”"],
  ])("is formatted from the headings %j for a URL and for display", (headings, address, text) => {
    expect(toHeadings(headings)).toBe(address);
    expect(formatHeadings(address)).toBe(text);
  });

  it.each([
    undefined,
    "",
    "https://x.example",
    "a.example",
    `${"a".repeat(41)}`,
    "a,,b",
    "a,b,c,d,e,f",
  ])("is not shown for the invalid headings %j", (address) => {
    expect(formatHeadings(address)).toBeUndefined();
  });
});
