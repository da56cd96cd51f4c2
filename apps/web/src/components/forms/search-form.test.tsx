import type { Route } from "next";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SearchForm } from "@/components/forms/search-form";

const show = (query: string | undefined, within?: Readonly<Record<string, string>>, matches = 2) =>
  renderToStaticMarkup(
    <SearchForm
      action="/o/firm/requests"
      label="Search requests"
      placeholder="Title or client"
      button="Search"
      query={query}
      matches={matches}
      clear={{ href: "/o/firm/requests" as Route, label: "Clear search" }}
      {...(within ? { within } : {})}
    />,
  );

test("the search form shows the link that clears the search only if a search is active", () => {
  expect(show("kettle")).toContain("Clear search");
  expect(show(undefined)).not.toContain("Clear search");
});

// S-2.30
test("the search form sends the active filters together with the search", () => {
  expect(show("kettle", { status: "archived" })).toContain(
    '<input type="hidden" name="status" value="archived"/>',
  );
  expect(show("kettle")).not.toContain('type="hidden"');
});

test("the search form announces the number of matches only if a search is active", () => {
  expect(show("kettle")).toMatch(/role="status"[^>]*>2 matches</);
  expect(show("kettle", {}, 1)).toMatch(/role="status"[^>]*>1 match</);
  expect(show("kettle", {}, 10_001)).toContain(">more than 10,000 matches<");
  expect(show(undefined)).toMatch(/role="status"[^>]*><\/p>/);
});
