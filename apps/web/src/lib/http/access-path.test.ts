import { expect, test } from "vitest";
import { accessPath, accessPathFor, itemPathOf, openedPath } from "@/lib/http/access-path";

const ITEM = "/r/abc/items/0b9f5c6e-3f0b-4f0e-9c0a-3d1f6a1e2b7c";

test("a contact's sign-in opens an item's page if `next` is the path of an item of the same request", () => {
  expect(itemPathOf("abc", ITEM)).toBe(ITEM);
  expect(openedPath("abc", ITEM)).toBe(ITEM);
  expect(accessPath("abc", ITEM)).toBe(`/r/abc?next=${encodeURIComponent(ITEM)}`);
});

test.each([
  null,
  "",
  "/r/abc/items",
  "/r/abd/items/0b9f5c6e-3f0b-4f0e-9c0a-3d1f6a1e2b7c",
  `${ITEM}/../../../abd/items`,
  `${ITEM}?sent=1`,
  `https://evil.test${ITEM}`,
  `//evil.test${ITEM}`,
  `/${ITEM}`,
  "/r/abc/items/../../../account",
  "/o/firm",
])("a contact's sign-in opens the checklist if `next` is %j", (next) => {
  expect(itemPathOf("abc", next)).toBeUndefined();
  expect(openedPath("abc", next)).toBe("/r/abc/items");
  expect(accessPath("abc", next)).toBe("/r/abc");
});

test("a user whose session ended on a page of a request is sent to the sign-in page of the request", () => {
  const access = `/r/abc?next=${encodeURIComponent(ITEM)}`;
  expect(accessPathFor(ITEM)).toBe(access);
  expect(accessPathFor("/r/abc/items")).toBe("/r/abc");
  expect(accessPathFor("/r/abc")).toBe("/r/abc");
  expect(accessPathFor(access)).toBe(access);
});

test.each(["/r", "/", "/o/firm", "/reports/abc"])(
  "a user whose session ended on %s is not sent to the sign-in page of a request",
  (next) => {
    expect(accessPathFor(next)).toBeUndefined();
  },
);
