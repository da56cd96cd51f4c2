import { expect, test } from "vitest";
import { splitSentence } from "@/lib/format/sentences";

test.each([
  ["Saved.", ["Saved.", ""]],
  ["You opened 2.5 files", ["You opened 2.5 files", ""]],
  ["It is on. You were signed out. Sign in.", ["It is on.", "You were signed out. Sign in."]],
])("splitSentence splits “%s” after its first sentence", (text, parts) => {
  expect(splitSentence(text)).toEqual(parts);
});
