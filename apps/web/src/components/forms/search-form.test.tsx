import type { Route } from "next";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SearchForm } from "@/components/forms/search-form";

const show = (query: string | undefined, isFiltered?: boolean) =>
  renderToStaticMarkup(
    <SearchForm
      label="Search requests"
      button="Search"
      query={query}
      clear={{ href: "/o/firm/requests" as Route, label: "Clear search" }}
      {...(isFiltered === undefined ? {} : { isFiltered })}
    />,
  );

test("a search is cleared by a link, also where only a filter is set", () => {
  expect(show("kettle")).toContain("Clear search");
  expect(show("kettle", true)).toContain("Clear search");
  expect(show(undefined, true)).toContain("Clear search");
  expect(show(undefined, false)).not.toContain("Clear search");
  expect(show(undefined)).not.toContain("Clear search");
});
