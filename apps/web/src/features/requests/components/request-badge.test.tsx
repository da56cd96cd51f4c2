import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import type { ItemStatus } from "@/features/items/types";
import { RequestBadge } from "@/features/requests/components/request-badge";
import type { RequestStatus } from "@/features/requests/types";

const REQUEST: RequestStatus[] = ["draft", "open", "complete", "cancelled", "archived"];
const ITEM: ItemStatus[] = ["open", "submitted", "accepted", "partial", "returned", "waived"];

const badges = {
  request: REQUEST.map((status) => <RequestBadge key={status} status={status} />),
  "item, to staff": ITEM.map((status) => (
    <ItemStatusBadge key={status} status={status} audience="staff" />
  )),
  "item, to contacts": ITEM.map((status) => (
    <ItemStatusBadge key={status} status={status} audience="contact" />
  )),
};

test.for(Object.entries(badges))(
  "without its colour each status of a %s is told apart by text and by icon",
  ([, all]) => {
    const markups = all.map((badge) => renderToStaticMarkup(badge));
    const icons = markups.map((markup) => /<svg[^>]*aria-hidden="true".*<\/svg>/.exec(markup)?.[0]);
    const texts = markups.map((markup) => markup.replace(/<[^>]*>/g, ""));
    expect(icons).not.toContain(undefined);
    expect(texts).not.toContain("");
    expect(new Set(icons).size).toBe(all.length);
    expect(new Set(texts).size).toBe(all.length);
  },
);
