import { expect, test, vi } from "vitest";
import { createRemovedItems, type UndoOffer } from "@/features/requests/draft/removed-items";
import { blankItem } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";
import { MAX_ITEMS } from "@/lib/forms/limits";

const entry = (title: string): KeyedItem => ({
  key: `key of ${title}`,
  item: { ...blankItem("text"), id: `id of ${title}`, title },
});

/** Simulates a page that shows a list of items. */
function open(...titles: string[]) {
  const offers: UndoOffer[] = [];
  const withdraw = vi.fn();
  const focused: number[] = [];
  const page = { items: titles.map(entry), form: null as FormData | null };
  const change = (items: KeyedItem[]) => {
    page.items = items;
    removed.moveFocus();
  };
  const removed = createRemovedItems({
    page: () => ({
      items: page.items,
      readForm: () => page.form,
      focus: (index) => void focused.push(index),
      onRemove: (index, count) => change(page.items.toSpliced(index, count)),
      onPutBack: (entries, index) => change(page.items.toSpliced(index, 0, ...entries)),
    }),
    offer: (offer) => {
      offers.push(offer);
      return () => withdraw(offer.title);
    },
  });
  const shown = () => page.items.map(({ item }) => item.title);
  return { ...removed, page, offers, withdraw, focused, shown };
}

test("removing an item moves the focus to the next item and offers Undo", () => {
  const { remove, shown, offers, focused } = open("A", "B", "C");
  remove(1);
  expect(shown()).toEqual(["A", "C"]);
  expect(focused).toEqual([1]);
  expect(offers).toEqual([{ title: composer.removed("B", 2), undo: expect.any(Function) }]);
});

test("Undo restores the item with its place, key and id, and moves the focus to the item", () => {
  const { remove, shown, offers, focused, page } = open("A", "B", "C");
  remove(1);
  offers[0]?.undo();
  expect(shown()).toEqual(["A", "B", "C"]);
  expect(page.items[1]).toEqual(entry("B"));
  expect(focused).toEqual([1, 1]);
});

test("Undo restores the text that the user typed into an item, and keeps the item's id", () => {
  const { remove, shown, offers, page } = open("A", "B", "C");
  page.form = new FormData();
  for (const index of [1, 2]) {
    page.form.set(`items.${index}.kind`, "text");
    page.form.set(`items.${index}.title`, `Typed ${index}`);
  }
  remove(1);
  expect(offers[0]?.title).toBe(composer.removed("Typed 1", 2));
  offers[0]?.undo();
  expect(page.items[1]).toMatchObject({ key: "key of B", item: { id: "id of B" } });
  expect(shown()).toEqual(["A", "Typed 1", "C"]);
  remove(1, { section: "", count: 2 });
  offers[1]?.undo();
  expect(shown()).toEqual(["A", "Typed 1", "Typed 2"]);
});

test("Undo restores a removed section with all its items", () => {
  const { remove, shown, offers, focused } = open("A", "B", "C", "D");
  remove(1, { section: "Bank", count: 2 });
  expect(shown()).toEqual(["A", "D"]);
  expect(offers.map(({ title }) => title)).toEqual([composer.removedSection("Bank", 2)]);
  offers[0]?.undo();
  expect(shown()).toEqual(["A", "B", "C", "D"]);
  expect(focused).toEqual([1, 1]);
});

test("after several items were removed, each one has its own Undo", () => {
  const { remove, shown, offers, focused } = open("A", "B", "C");
  remove(2);
  remove(1);
  offers[0]?.undo();
  expect(shown()).toEqual(["A", "C"]);
  offers[1]?.undo();
  expect(shown()).toEqual(["A", "B", "C"]);
  expect(focused).toEqual([2, 1, 2, 1]);
});

test("Undo moves the focus to the end of the list if the list has become shorter", () => {
  const { remove, offers, focused, page } = open("A", "B", "C");
  remove(2);
  page.items = [];
  offers[0]?.undo();
  expect(focused).toEqual([2, 1]);
});

test("a change of the list by someone else does not move the focus", () => {
  const { remove, moveFocus, focused } = open("A", "B");
  moveFocus();
  remove(0);
  moveFocus();
  expect(focused).toEqual([0]);
});

test("Undo restores nothing in a full list, shows the reason, and is offered again", () => {
  const { remove, offers, focused, page, shown } = open("A", "B");
  remove(0);
  page.items = Array.from({ length: MAX_ITEMS }, () => entry("other"));
  offers[0]?.undo();
  expect(page.items).toHaveLength(MAX_ITEMS);
  expect(focused).toEqual([0, 0]);
  expect(offers[1]).toMatchObject({ title: composer.removed("A", 1), description: composer.full });
  page.items = page.items.slice(1);
  offers[1]?.undo();
  expect(shown()[0]).toBe("A");
});

test("a section is restored only if the list has room for all its items", () => {
  const { remove, offers, page } = open("A", "B");
  remove(0, { section: "", count: 2 });
  page.items = Array.from({ length: MAX_ITEMS - 1 }, () => entry("other"));
  offers[0]?.undo();
  expect(page.items).toHaveLength(MAX_ITEMS - 1);
  page.items = page.items.slice(1);
  offers[1]?.undo();
  expect(page.items).toHaveLength(MAX_ITEMS);
});

test("Undo is no longer offered after the user leaves the page", () => {
  const { remove, offers, withdraw, withdrawOffers } = open("A", "B", "C");
  remove(2);
  remove(0);
  offers[0]?.undo();
  withdrawOffers();
  expect(withdraw.mock.calls).toEqual([[composer.removed("A", 1)]]);
});

test("an index without an item removes nothing", () => {
  const { remove, shown, offers } = open("A");
  remove(1);
  expect(shown()).toEqual(["A"]);
  expect(offers).toEqual([]);
});
