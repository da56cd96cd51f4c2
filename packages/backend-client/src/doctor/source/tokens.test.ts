import { expect, it } from "vitest";
import { readTokens } from "./tokens.js";

const words = (source: string) => readTokens(source).map(({ text }) => text);

it("readTokens splits source text into names, strings, numbers and punctuation", () => {
  expect(words("const a_1 = { 'b': \"c\\n\" }, d = 1_000;")).toEqual(
    "const|a_1|=|{|b|:|c\n|}|,|d|=|1_000|;".split("|"),
  );
});

it("readTokens keeps comments, and flags each comment that is alone on its line", () => {
  expect(readTokens("a; // public\n  /* public */")).toEqual([
    { kind: "name", text: "a" },
    { kind: "mark", text: ";" },
    { kind: "comment", text: "public", isAlone: false },
    { kind: "comment", text: "public", isAlone: true },
  ]);
});

it.each([
  ["a = /['\"`]/g; b", ["a", "=", "", ";", "b"]],
  ["return /\\/[/]'/", ["return", ""]],
  ["a / b / c", ["a", "/", "b", "/", "c"]],
  ["(a) / 'b'", ["(", "a", ")", "/", "b"]],
])("readTokens distinguishes a regular expression from a division: %s", (source, expected) => {
  expect(words(source)).toEqual(expected);
});

it("readTokens reads the code inside template literals, including nested ones", () => {
  const nested = ["`a $", "{b(`c $", "{d}`)} e` f"].join("");
  expect(words(nested)).toEqual(["a  e", "b", "(", "c ", "d", ")", "f"]);
  expect(readTokens("`plain`")).toEqual([{ kind: "text", text: "plain" }]);
});

it.each(["<p>Don't</p>\nf()", "<p>a ` b</p>\nf()", "<img src='x' />\nf()", '<p>5" / 7</p>\nf()'])(
  "readTokens finds the code after JSX text: %s",
  (source) => {
    expect(words(source).slice(-3)).toEqual(["f", "(", ")"]);
  },
);

it("readTokens reaches the end of the file despite an unfinished string, comment or template", () => {
  for (const source of ["'a", "/* a", "`a ${b", "/a"]) expect(words(source)).toContain("a");
});
