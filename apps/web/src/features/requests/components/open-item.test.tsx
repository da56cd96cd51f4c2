import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { Item, ItemKind, ItemStatus } from "@/features/items/types";
import { AddOpenItem, OpenItem } from "@/features/requests/components/open-item";
import { INNER } from "@/features/requests/draft/cards";
import { blankItem } from "@/features/requests/schema";

const rowOf = (
  required: boolean,
  kind: ItemKind,
  state: { status?: ItemStatus; count?: number; hasAnswer?: boolean } = {},
) => {
  const item: Item = {
    ...blankItem(kind),
    id: "item-1",
    title: "Stock count",
    required,
    position: 1,
    status: state.status ?? "open",
    version: 1,
    waiveNote: null,
  };
  return renderToStaticMarkup(
    <ToastProvider>
      <OpenItem
        org={{ id: "org-1" }}
        requestId="request-1"
        item={item}
        index={0}
        count={state.count ?? 1}
        hasAnswer={state.hasAnswer ?? false}
        place={INNER}
      />
    </ToastProvider>,
  );
};
const summaryOf = (required: boolean, kind: ItemKind = "text") =>
  rowOf(required, kind).match(/<summary.*?<\/summary>/)?.[0];
const namesIn = (html: string) =>
  ["choices", "multiple", "accept", "max_files"].filter((name) => html.includes(` name="${name}"`));

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

test("the form of a new item contains the fields of all kinds, and none of them is disabled without scripts", () => {
  const html = renderToStaticMarkup(<AddOpenItem org={{ id: "org-1" }} requestId="request-1" />);
  expect(namesIn(html)).toEqual(["choices", "multiple", "accept", "max_files"]);
  expect(html).not.toContain("<fieldset disabled");
});

test.each([
  ["file", ["accept", "max_files"]],
  ["text", []],
  ["choice", ["choices", "multiple"]],
] as const)(
  "the form of an item of the kind %s contains only the fields of its kind",
  (kind, names) => {
    expect(namesIn(rowOf(true, kind))).toEqual(names);
  },
);

test.each([
  ["submitted", 2, "This item has an answer, so you cannot remove it. Waive it instead."],
  [
    "accepted",
    2,
    "This item has an answer, so you cannot remove it. To waive it instead, first undo the decision.",
  ],
  ["open", 1, "A request needs at least one item. Cancel the request instead."],
] as const)(
  "the menu of an item with the status %s in a list of %i says why staff cannot remove the item",
  (status, count, reason) => {
    const html = rowOf(true, "text", { status, count });
    expect(html).toContain(`>${reason}</p>`);
    expect(html).toContain('aria-disabled="true" aria-label="Remove “Stock count”"');
    expect(html).not.toContain('value="remove"');
  },
);

test("the menu of a waived item with an answer says that the item is already waived", () => {
  const html = rowOf(true, "text", { status: "waived", count: 2, hasAnswer: true });
  expect(html).toContain(
    ">This item has an answer, so you cannot remove it. It is already waived, so contacts do not have to answer it.</p>",
  );
  expect(html).not.toContain('value="remove"');
});

test("the menu of an item without an answer offers to remove the item if it is not the only one", () => {
  expect(rowOf(true, "text", { count: 2 })).toContain('aria-label="Remove: Stock count"');
});
