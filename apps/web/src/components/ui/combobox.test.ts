import { expect, test } from "vitest";
import { detailFor, isMatch, withSelected } from "@/components/ui/combobox";

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
])(
  "isMatch returns whether the label or a detail of an option contains %o: %s",
  (query, isFound) => {
    expect(isMatch(option, query)).toBe(isFound);
  },
);

test("isMatch finds “gross” in the label “Bäckerei Groß” of an option without details", () => {
  expect(isMatch({ value: "2", label: "Bäckerei Groß" }, "gross")).toBe(true);
});

test.each([
  ["künde", "KB-7"],
  ["quist", "Renée Quist"],
  ["another contact", "KB-7"],
])("for the query %o, the list shows the detail %s next to the option's label", (query, detail) => {
  expect(detailFor(option, query)).toBe(detail);
});

test("an option beyond the first 100 moves to the start of the list when it is selected", () => {
  const options = Array.from({ length: 120 }, (_, index) => ({ value: `${index}`, label: "" }));
  const valuesWith = (place: number) =>
    withSelected(options, options[place]).map(({ value }) => Number(value));
  const inOrder = options.map(({ value }) => Number(value));
  expect(withSelected(options, null)).toBe(options);
  expect(valuesWith(99)).toEqual(inOrder);
  expect(valuesWith(100).slice(0, 3)).toEqual([100, 0, 1]);
  expect(valuesWith(100).toSorted((one, other) => one - other)).toEqual(inOrder);
});
