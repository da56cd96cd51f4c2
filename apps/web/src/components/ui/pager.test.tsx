import { expect, test } from "vitest";
import { pageHrefs } from "@/components/ui/pager";

const pathname = "/o/acme";
const [first, last] = [
  { key: "Ada", id: "a" },
  { key: "Zoe", id: "z" },
];

test("pageHrefs links to the previous and the next page of the list, and keeps the filter in both links", () => {
  const page = { rows: [{}], previous: first, next: last };
  expect(pageHrefs(page, { pathname, query: { show: "bounced" }, place: first })).toEqual({
    first: null,
    previous: { pathname, query: { show: "bounced", before: "Ada", id: "a" } },
    next: { pathname, query: { show: "bounced", after: "Zoe", id: "z" } },
  });
});

test("pageHrefs links to the first page from a later page without rows, and to no page if the list is empty", () => {
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
