import { expect, test } from "vitest";
import { detailFor, isMatch } from "@/components/ui/combobox";

const option = {
  value: "1",
  label: "Künde 7",
  details: ["KB-7", "Renée Quist", "renee@q.example"],
};

test.each([
  ["kunde", true],
  ["KB-7", true],
  [" renée q", true],
  ["RENEE@Q", true],
  ["", true],
  ["nobody", false],
])("returns whether the label or a detail of an option contains %o: %s", (query, isFound) => {
  expect(isMatch(option, query)).toBe(isFound);
});

test("finds a text in the label of an option without details", () => {
  expect(isMatch({ value: "2", label: "Bäckerei Groß" }, "gross")).toBe(true);
});

test.each([
  ["künde", "KB-7"],
  ["quist", "Renée Quist"],
  ["another contact", "KB-7"],
])("for the query %o, shows the detail %s next to the option's label", (query, detail) => {
  expect(detailFor(option, query)).toBe(detail);
});
