import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AddItemButtons } from "@/features/requests/components/add-item-buttons";
import { ITEM_KINDS, MAX_ITEMS } from "@/features/requests/schema";

const shown = (length: number) =>
  renderToStaticMarkup(<AddItemButtons items={Array.from({ length })} onAdd={() => {}} />);

test("enables a button for each kind of item while the list has room", () => {
  expect(shown(MAX_ITEMS - 1).match(/<button/g)).toHaveLength(ITEM_KINDS.length);
  expect(shown(MAX_ITEMS - 1)).not.toMatch(/disabled=|aria-describedby|At most/);
});

test("disables each button at the limit and gives the reason", () => {
  const full = shown(MAX_ITEMS);
  expect(full.match(/<button[^>]* disabled="" aria-describedby="items-full"/g)).toHaveLength(
    ITEM_KINDS.length,
  );
  expect(full).toMatch(
    /<p id="items-full"[^>]*>At most 300 items\. Remove one to add another\.<\/p>/,
  );
});
