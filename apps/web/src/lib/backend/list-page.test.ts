import { describe, expect, it } from "vitest";
import { parseListPlace, placeArgs, toListPage } from "@/lib/backend/list-page";
import { isDayKey, isNameKey } from "@/lib/backend/page-key";

const id = "00000000-0000-4000-8000-00000000000a";
const row = (key: string, skipped: number, total: number) => ({ id, key, skipped, total });
const keyOf = ({ key }: { key: string }) => key;

describe("toListPage", () => {
  it("returns no previous and no next page if all rows fit on one page", () => {
    const page = toListPage([row("a", 0, 2), row("b", 0, 2)], keyOf);
    expect(page).toEqual({
      rows: ["a", "b"],
      extent: { skipped: 0, rows: 2, total: 2, pageSize: 50 },
      previous: null,
      next: null,
    });
  });

  it("starts the next page after the last row, and ends the previous page before the first row", () => {
    const page = toListPage([row("c", 2, 5), row("d", 2, 5)], keyOf);
    expect(page.previous).toEqual({ key: "c", id });
    expect(page.next).toEqual({ key: "d", id });
  });

  it("offers a next page after the last counted row only if the current page is full", () => {
    const full = Array.from({ length: 50 }, () => row("x", 9_990, 10_001));
    expect(toListPage(full, keyOf).next).not.toBeNull();
    expect(toListPage(full.slice(1), keyOf).next).toBeNull();
  });

  it("returns an empty page if there are no rows", () => {
    expect(toListPage([], keyOf)).toMatchObject({ rows: [], previous: null, next: null });
  });
});

describe("parseListPlace", () => {
  it("reads the key and the direction of a page", () => {
    expect(parseListPlace({ after: "k", id }, isNameKey)).toEqual({
      key: "k",
      id,
      isBackward: false,
    });
    expect(parseListPlace({ before: "k", id }, isNameKey)).toEqual({
      key: "k",
      id,
      isBackward: true,
    });
  });

  it("selects the first page if the page key is incomplete or invalid", () => {
    expect(parseListPlace({ after: "k", id: "no-uuid" }, isNameKey)).toBeUndefined();
    expect(parseListPlace({ before: "k", id }, isDayKey)).toBeUndefined();
    expect(parseListPlace({ before: "k" }, isNameKey)).toBeUndefined();
    expect(placeArgs(parseListPlace({}, isNameKey))).toEqual({ max_rows: 50 });
  });
});
