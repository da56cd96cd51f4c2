import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { ItemsSection } from "@/features/requests/components/items-section";
import { blankItem } from "@/features/requests/schema";
import { MAX_ITEMS } from "@/lib/forms/limits";

const shown = (length: number, section = "") => {
  const items = Array.from({ length }, (_, index) => ({
    key: String(index),
    item: { ...blankItem("text"), section },
  }));
  return renderToStaticMarkup(
    <ToastProvider>
      <ItemsSection
        items={items}
        typed={items.map(({ item }) => item)}
        open={{ index: -1, set: () => {} }}
        onChange={() => {}}
        onPutBack={() => {}}
      />
    </ToastProvider>,
  );
};
const buttons = (html: string) => html.match(/<button[^>]* value="(add|section):[^>]*>/g) ?? [];

test("the list of items shows one button that adds an item and one button that starts a section, while the list has room", () => {
  const html = shown(MAX_ITEMS - 1);
  expect(buttons(html)).toHaveLength(2);
  expect(html).not.toMatch(/aria-describedby="items-full"|at most/);
});

test("at the limit, the list of items disables the button that adds an item, and shows the reason", () => {
  const full = shown(MAX_ITEMS);
  expect(buttons(full)).toEqual([
    expect.stringMatching(/ disabled="" aria-describedby="items-full"/),
  ]);
  expect(full).toMatch(
    /<p id="items-full"[^>]*>A request or template can have at most 300 items\. Remove one to add another\.<\/p>/,
  );
});

test("the button that adds an item names the section of the last item, if that item has a section", () => {
  expect(shown(1, "Bank")).toContain('Add item<span class="sr-only"> to Bank</span>');
  expect(shown(1)).toContain('Add item<span class="sr-only"></span>');
});
