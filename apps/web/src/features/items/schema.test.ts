import { expect, test } from "vitest";
import {
  answerProblems,
  compareAnswers,
  readAnswerForm,
  readVersion,
  storedAnswer,
  storedOptions,
} from "@/features/items/schema";
import type { ChoiceOptions } from "@/features/items/types";

const none: ChoiceOptions = { choices: [], multiple: false };
const colours: ChoiceOptions = { choices: ["Red", "Blue"], multiple: false };

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

// S-5.9
test("readAnswerForm reads the answer to each kind of item", () => {
  expect(readAnswerForm("text", formOf([["answer", " Hello\r\nyou "]])).answer).toEqual({
    text: "Hello\nyou",
  });
  expect(readAnswerForm("date", formOf([["answer", "2026-01-31"]])).answer).toEqual({
    date: "2026-01-31",
  });
  const form = formOf([
    ["answer", "Red"],
    ["answer", "Blue"],
  ]);
  expect(readAnswerForm("choice", form).answer).toEqual({ choices: ["Red", "Blue"] });
  expect(readAnswerForm("file", formOf([["client_note", "x"]]))).toEqual({
    answer: null,
    notApplicable: false,
    clientNote: "x",
  });
});

test("readAnswerForm reads a blank text, or a date that does not exist, as no answer", () => {
  expect(readAnswerForm("text", formOf([["answer", "  "]])).answer).toBeNull();
  expect(readAnswerForm("date", formOf([["answer", "2026-02-30"]])).answer).toBeNull();
});

test("answerProblems reports a missing answer to a text, date or choice item, but not to a file item", () => {
  const empty = { answer: null, notApplicable: false, clientNote: "" };
  expect(answerProblems("text", empty, none).answer).toBe("Write an answer.");
  expect(answerProblems("date", empty, none).answer).toBe("Enter a date.");
  expect(answerProblems("choice", empty, colours).answer).toBe("Choose an answer.");
  expect(answerProblems("file", empty, none)).toEqual({});
});

test("answerProblems accepts only offered choices, and several choices only if the item allows them", () => {
  const chosen = (choices: string[]) => ({
    answer: { choices },
    notApplicable: false,
    clientNote: "",
  });
  expect(answerProblems("choice", chosen(["Red"]), colours)).toEqual({});
  expect(answerProblems("choice", chosen(["Green"]), colours).answer).toBeDefined();
  expect(answerProblems("choice", chosen(["Red", "Blue"]), colours).answer).toBeDefined();
  expect(answerProblems("choice", chosen(["Red", "Blue"]), { ...colours, multiple: true })).toEqual(
    {},
  );
});

test("answerProblems requires a reason instead of an answer if the item does not apply", () => {
  const input = (clientNote: string) => ({ answer: null, notApplicable: true, clientNote });
  expect(answerProblems("text", input(""), none)).toEqual({
    client_note: "Give a reason of at least 3 characters.",
  });
  expect(answerProblems("text", input("We have none."), none)).toEqual({});
});

test("a stored answer or stored choices of an unknown shape are read as empty", () => {
  expect(storedAnswer.parse({ text: 1 })).toBeNull();
  expect(storedOptions.parse({})).toEqual({ choices: [], multiple: false });
  expect(storedOptions.parse("x")).toEqual({ choices: [], multiple: false });
});

test("compareAnswers lists the fields in which two answers differ, in the order of the form", () => {
  const theirs = { answer: { text: "We bake." }, notApplicable: false, clientNote: "" };
  const mine = { answer: null, notApplicable: true, clientNote: "Not trading" };
  expect(compareAnswers(theirs, mine)).toEqual([
    { label: "Answer", theirs: "We bake.", mine: "" },
    { label: "Does not apply", theirs: "No", mine: "Yes" },
    { label: "Note", theirs: "", mine: "Not trading" },
  ]);
  expect(compareAnswers(theirs, theirs)).toEqual([]);
});

test("readVersion returns 0, which means no draft, for a missing or invalid version", () => {
  expect(readVersion(formOf([["version", "3"]]))).toBe(3);
  for (const version of ["-1", "x", "1.5"])
    expect(readVersion(formOf([["version", version]]))).toBe(0);
  expect(readVersion(new FormData())).toBe(0);
});
