import type { Route } from "next";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Breadcrumb } from "@/components/ui/breadcrumb";

const crumbs = [{ href: "/o/firm/requests" as Route, label: "Requests" }];

test("the breadcrumb of an editor ends with the current page, which is not a link", () => {
  const html = renderToStaticMarkup(<Breadcrumb crumbs={crumbs} current="New request" />);
  expect(html).toMatch(/<li aria-current="page"[^>]*>New request<\/li><\/ol>/);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test("the breadcrumb of a record contains only the pages above it", () => {
  const html = renderToStaticMarkup(<Breadcrumb crumbs={crumbs} />);
  expect(html).not.toContain("aria-current");
});
