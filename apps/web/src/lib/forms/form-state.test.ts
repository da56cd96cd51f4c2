import { expect, test } from "vitest";
import { z } from "zod";
import { echoFormValues, parseForm, readFormValues } from "@/lib/forms/form-state";

function formOf(entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("readFormValues returns a list for fields that share a name, and ignores files and React's own fields", () => {
  const form = formOf([
    ["$ACTION_ID_1", ""],
    ["answer", "A"],
    ["answer", "B"],
    ["note", "hello"],
    ["file", new File(["x"], "x.txt")],
  ]);
  expect(readFormValues(form)).toEqual({ answer: ["A", "B"], note: "hello" });
});

test("echoFormValues never returns passwords or tokens to the page", () => {
  const form = formOf([
    ["email", "a@b.example"],
    ["newPassword", "x"],
    ["access_token", "y"],
  ]);
  expect(echoFormValues(form)).toEqual({ email: "a@b.example" });
});

test("parseForm returns the first error of each field, and all typed values", () => {
  const schema = z.object({ name: z.string().min(3, "Too short.").regex(/^a/, "Begin with a.") });
  const result = parseForm(schema, formOf([["name", "b"]]));
  expect(result).toMatchObject({
    ok: false,
    code: "validation_failed",
    message: "Correct the marked field, then try again.",
    fieldErrors: { name: "Too short." },
    values: { name: "b" },
  });
});

test("parseForm asks the user to correct the marked fields if several fields have errors", () => {
  const schema = z.object({ name: z.string().min(3), note: z.string().min(3) });
  expect(parseForm(schema, formOf([]))).toMatchObject({
    message: "Correct the marked fields, then try again.",
  });
});

test("parseForm returns the field due_in_days as dueInDays", () => {
  const schema = z.object({ due_in_days: z.string().transform(Number) });
  const result = parseForm(schema, formOf([["due_in_days", "14"]]));
  expect(result).toEqual({ ok: true, data: { dueInDays: 14 } });
});

test("parseForm returns the data of a valid form", () => {
  const result = parseForm(z.object({ name: z.string() }), formOf([["name", "Ada"]]));
  expect(result).toEqual({ ok: true, data: { name: "Ada" } });
});
