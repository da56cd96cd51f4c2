import { expect, test } from "vitest";
import { endSentence, splitSentence } from "@/lib/format/sentences";

test.each([
  ["Saved.", ["Saved.", ""]],
  ["You opened 2.5 files", ["You opened 2.5 files", ""]],
  ["It is on. You were signed out. Sign in.", ["It is on.", "You were signed out. Sign in."]],
])("splitSentence splits “%s” after its first sentence", (text, parts) => {
  expect(splitSentence(text)).toEqual(parts);
});

test.each([
  ["You left Quist Ltd", "You left Quist Ltd."],
  ["You left Quist Ltd.", "You left Quist Ltd."],
  ["You left Who Knows?", "You left Who Knows?"],
])("endSentence ends “%s” with a single punctuation mark", (text, sentence) => {
  expect(endSentence(text)).toBe(sentence);
});
