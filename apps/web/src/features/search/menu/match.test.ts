import { expect, test } from "vitest";
import { splitMatch } from "@/features/search/menu/match";
import { fold } from "@/lib/format/fold";

test("fold converts letters to lowercase without accents", () => {
  expect(fold("MÜLLER")).toBe(fold("müller"));
  expect(fold("Łukasz Żak, Straße 5")).toBe("lukasz zak, strasse 5");
});

test("splitMatch splits a text at the match, even if case and accents differ", () => {
  expect(splitMatch("Café Zoë", "zoe")).toEqual(["Café ", "Zoë", ""]);
  expect(splitMatch("Okafor Dental Practice", "DENT")).toEqual(["Okafor ", "Dent", "al Practice"]);
});

test("splitMatch includes the whole character in the match if the character folds to several letters", () => {
  expect(splitMatch("ﬁrm file", "firm")).toEqual(["", "ﬁrm", " file"]);
  expect(splitMatch("🏢 Brewery", "brew")).toEqual(["🏢 ", "Brew", "ery"]);
});

test("splitMatch prefers a match at the start of a word to an earlier match within a word", () => {
  expect(splitMatch("Lane and Anders", "an")).toEqual(["Lane ", "an", "d Anders"]);
});

test("splitMatch returns null for a blank query, and for a text without a match", () => {
  expect(splitMatch("Okafor", "  ")).toBeNull();
  expect(splitMatch("Okafor", "bram")).toBeNull();
});
