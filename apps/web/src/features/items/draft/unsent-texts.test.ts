import { expect, test } from "vitest";
import { unsentTextsOf } from "@/features/items/draft/unsent-texts";
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
const draft = { answer: ["Baker\r\nin York "], client_note: ["By phone"], not_applicable: [] };

test("unsentTextsOf returns the texts of an answer's draft if no submitted answer has the same text and note", () => {
  const texts = { answer: draft.answer[0], note: "By phone" };
  expect(unsentTextsOf(draft, { kind: "text" })).toEqual(texts);
  expect(unsentTextsOf(draft, { kind: "text", submissions: [sent("Butcher", "")] })).toEqual(texts);
  const other = [sent("Baker\nin York", "")];
  expect(unsentTextsOf(draft, { kind: "text", submissions: other })).toEqual(texts);
});

test("unsentTextsOf returns no texts if a submitted answer has the same text and note, as after a lost response", () => {
  const submissions = [sent("Baker\nin York", "By phone")];
  expect(unsentTextsOf(draft, { kind: "text", submissions })).toEqual({});
});

test("unsentTextsOf returns only the note if the answer is a date", () => {
  const fields = { ...draft, answer: ["2026-01-31"] };
  expect(unsentTextsOf(fields, { kind: "date" })).toEqual({ note: "By phone" });
});
