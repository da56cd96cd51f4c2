import { expect, test } from "vitest";
import { fold, splitMatch } from "@/features/search/menu/match";

test("folds case and accents", () => {
  expect(fold("MÜLLER")).toBe(fold("müller"));
  expect(fold("Łukasz Żak")).toBe("łukasz zak");
});

test("splits a text at the match, whatever its case and accents", () => {
  expect(splitMatch("Café Zoë", "zoe")).toEqual(["Café ", "Zoë", ""]);
  expect(splitMatch("Okafor Dental Practice", "DENT")).toEqual(["Okafor ", "Dent", "al Practice"]);
});

test("keeps the whole character if several letters fold from it", () => {
  expect(splitMatch("ﬁrm file", "firm")).toEqual(["", "ﬁrm", " file"]);
  expect(splitMatch("🏢 Brewery", "brew")).toEqual(["🏢 ", "Brew", "ery"]);
});

test("prefers a match at the start of a word", () => {
  expect(splitMatch("Lane and Anders", "an")).toEqual(["Lane ", "an", "d Anders"]);
});

test("finds nothing for a blank query, nor for text that is not there", () => {
  expect(splitMatch("Okafor", "  ")).toBeNull();
  expect(splitMatch("Okafor", "bram")).toBeNull();
});
