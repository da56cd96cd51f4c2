import type { Route } from "next";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SearchForm } from "@/components/forms/search-form";

const show = (
  query: string | undefined,
  isFiltered?: boolean,
  within?: Readonly<Record<string, string>>,
) =>
  renderToStaticMarkup(
    <SearchForm
      label="Search requests"
      button="Search"
      query={query}
      clear={{ href: "/o/firm/requests" as Route, label: "Clear search" }}
      {...(isFiltered === undefined ? {} : { isFiltered })}
      {...(within ? { within } : {})}
    />,
  );

test("shows the link that clears the search even if only a filter is set", () => {
  expect(show("kettle")).toContain("Clear search");
  expect(show("kettle", true)).toContain("Clear search");
  expect(show(undefined, true)).toContain("Clear search");
  expect(show(undefined, false)).not.toContain("Clear search");
  expect(show(undefined)).not.toContain("Clear search");
});

// S-2.30
test("keeps the selected list when the user searches", () => {
  expect(show("kettle", false, { archived: "1" })).toContain(
    '<input type="hidden" name="archived" value="1"/>',
  );
  expect(show("kettle")).not.toContain('type="hidden"');
});
