import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Item, ItemKind } from "@/features/items/types";
import { OpenItem } from "@/features/requests/components/open-item";
import { INNER } from "@/features/requests/draft/cards";
import { blankItem } from "@/features/requests/schema";

const summaryOf = (required: boolean, kind: ItemKind = "text") => {
  const item: Item = {
    ...blankItem(kind),
    id: "item-1",
    title: "Stock count",
    required,
    position: 1,
    status: "open",
    version: 1,
    waiveNote: null,
  };
  const html = renderToStaticMarkup(
    <OpenItem
      org={{ id: "org-1" }}
      requestId="request-1"
      item={item}
      index={0}
      count={1}
      place={INNER}
    />,
  );
  return html.match(/<summary.*?<\/summary>/)?.[0];
};

test("the row of an item says whether the item is optional", () => {
  expect(summaryOf(false)).toContain("optional");
  expect(summaryOf(true)).not.toContain("optional");
});

test.each([
  ["file", "Up to 5 files"],
  ["text", "Text answer"],
  ["choice", "Choice"],
  ["date", "Date"],
] as const)("the row of an item of the kind %s says “%s”", (kind, word) => {
  expect(summaryOf(true, kind)).toContain(`>${word}</span>`);
});
