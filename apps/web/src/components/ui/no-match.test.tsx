import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NoMatch } from "@/components/ui/no-match";

test("a search without results offers to search with fewer filters only if filters apply", () => {
  const clear = { href: { pathname: "/requests" }, label: "Clear search" };
  const wider = { href: { pathname: "/requests", query: { q: "tax" } }, label: "Search all" };
  const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(linksIn(renderToStaticMarkup(<NoMatch title="None" clear={clear} />))).toEqual([
    "/requests",
  ]);
  expect(
    linksIn(renderToStaticMarkup(<NoMatch title="None" clear={clear} wider={wider} />)),
  ).toEqual(["/requests", "/requests?q=tax"]);
});
