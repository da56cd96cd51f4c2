import { expect, test } from "vitest";
import { leftTextsOf } from "@/features/items/components/left-texts";
import type { Submission } from "@/features/items/types";

const sent = (text: string, note: string): Submission => ({
  id: "s",
  no: 1,
  version: 1,
  status: "submitted",
  answer: { text },
  notApplicable: false,
  clientNote: note,
  decisionNote: "",
  submittedAt: null,
  decidedAt: null,
  files: [],
});
const kept = { answer: ["Baker\r\nin York "], client_note: ["By phone"], not_applicable: [] };

test("what was written is left when someone else's answer was sent, or none", () => {
  const words = { answer: kept.answer[0], note: "By phone" };
  expect(leftTextsOf(kept, { kind: "text" })).toEqual(words);
  expect(leftTextsOf(kept, { kind: "text", submissions: [sent("Butcher", "")] })).toEqual(words);
  const other = [sent("Baker\nin York", "")];
  expect(leftTextsOf(kept, { kind: "text", submissions: other })).toEqual(words);
});

test("nothing is left when it arrived, though nobody heard of it", () => {
  const submissions = [sent("Baker\nin York", "By phone")];
  expect(leftTextsOf(kept, { kind: "text", submissions })).toEqual({});
});

test("a choice or a day is no text: only the note is left", () => {
  const fields = { ...kept, answer: ["2026-01-31"] };
  expect(leftTextsOf(fields, { kind: "date" })).toEqual({ note: "By phone" });
});
