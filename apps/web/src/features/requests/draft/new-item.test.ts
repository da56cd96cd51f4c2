import { expect, test } from "vitest";
import { isBlank, newItem } from "@/features/requests/draft/new-item";
import { blankItem } from "@/features/requests/schema";

const inSection = (section: string) => ({ ...blankItem("text"), section });

test("newItem puts an item into the section of the item before it", () => {
  const items = [inSection("Bank"), inSection("People")];
  expect(newItem(items, { do: "add", kind: "date" }, 1)).toEqual({
    ...blankItem("date"),
    section: "Bank",
  });
  expect(newItem([], { do: "add", kind: "date" }, 0)).toEqual(blankItem("date"));
});

test("newItem gives a new section a name that no other section has", () => {
  const sectionAfter = (...sections: string[]) =>
    newItem(
      sections.map(inSection),
      { do: "add", kind: "file", startsSection: true },
      sections.length,
    ).section;
  expect(sectionAfter("Bank")).toBe("New section");
  expect(sectionAfter("New section", "New section 2 ")).toBe("New section 3");
});

test("isBlank ignores spaces and the settings of an item", () => {
  const options = { choices: [" "], multiple: true };
  const settings = { options, required: false, maxFiles: 2, accept: ["pdf" as const] };
  expect(isBlank({ ...blankItem("choice"), ...settings, id: "1", title: " " })).toBe(true);
});

test.each([
  { title: "Tax return" },
  { help: "All pages" },
  { section: "Tax" },
  { options: { choices: ["Cash"], multiple: false } },
  { addedLater: 5 },
])("isBlank returns false for an item with %o", (content) => {
  expect(isBlank({ ...blankItem("choice"), ...content })).toBe(false);
});
