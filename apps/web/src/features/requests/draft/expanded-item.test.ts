import { expect, test } from "vitest";
import { firstExpanded } from "@/features/requests/draft/expanded-item";
import { blankItem } from "@/features/requests/schema";

const items = ["Alpha", "", "Gamma"].map((title, no) => ({
  key: `${no}`,
  item: { ...blankItem("text"), title },
}));

test.each([
  ["the first item with an error", items, ["title", "items.2.title", "items.10.help"], "2"],
  ["an item without a title", items, ["title"], "1"],
  ["the first item", items.slice(2), [], "2"],
  ["no item of an empty list", [], ["items"], undefined],
])("when an editor first appears, %s is open", (_, listed, errors, key) => {
  expect(firstExpanded(listed, errors)?.key).toBe(key);
});
