import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import type { Audience, ItemStatus } from "@/features/items/types";
import { RequestBadge } from "@/features/requests/components/request-badge";
import type { RequestStatus } from "@/features/requests/types";

const REQUEST: RequestStatus[] = ["draft", "open", "complete", "cancelled", "archived"];
const ITEM: ItemStatus[] = ["open", "submitted", "accepted", "partial", "returned", "waived"];

const ofItems = (audience: Audience, isClosed: boolean) =>
  ITEM.map((status) => (
    <ItemStatusBadge key={status} status={status} audience={audience} isClosed={isClosed} />
  ));

const badges = {
  "a request": REQUEST.map((status) => <RequestBadge key={status} status={status} />),
  "an item, shown to staff": ofItems("staff", false),
  "an item, shown to contacts": ofItems("contact", false),
  "an item of a closed request, shown to staff": ofItems("staff", true),
  "an item of a closed request, shown to contacts": ofItems("contact", true),
};

// S-2.57
test.for(Object.entries(badges))(
  "the text and the icon are different for each status of %s",
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

test.for(["staff", "contact"] as const)(
  "the badge of an item in a closed request never asks the %s to act",
  (audience) => {
    const texts = ofItems(audience, true).map((badge) => renderToStaticMarkup(badge));
    expect(texts.join()).not.toMatch(/To review|To do|Waiting|more needed|More needed|Needs/);
  },
);
