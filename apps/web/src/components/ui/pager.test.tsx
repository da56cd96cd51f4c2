import { expect, test } from "vitest";
import { pageHrefs } from "@/components/ui/pager";

const pathname = "/o/acme";
const [first, last] = [
  { key: "Ada", id: "a" },
  { key: "Zoe", id: "z" },
];

test("links to the page before the first row and after the last row, with the same filter", () => {
  const page = { rows: [{}], previous: first, next: last };
  expect(pageHrefs(page, { pathname, query: { show: "bounced" }, place: first })).toEqual({
    first: null,
    previous: { pathname, query: { show: "bounced", before: "Ada", id: "a" } },
    next: { pathname, query: { show: "bounced", after: "Zoe", id: "z" } },
  });
});

test("links a later page without rows back to the first page, and an empty list to no page", () => {
  const page = { rows: [], previous: null, next: null };
  expect(pageHrefs(page, { pathname, query: {}, place: last })).toEqual({
    first: { pathname, query: {} },
    previous: null,
    next: null,
  });
  expect(pageHrefs(page, { pathname, query: {}, place: undefined })).toEqual({
    first: null,
    previous: null,
    next: null,
  });
});
