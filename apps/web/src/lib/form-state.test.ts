import { expect, test } from "vitest";
import { z } from "zod";
import { echoFormValues, parseForm, readFormValues } from "@/lib/form-state";

function formOf(entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("repeated names become a list; files and React's own fields are left out", () => {
  const form = formOf([
    ["$ACTION_ID_1", ""],
    ["answer", "A"],
    ["answer", "B"],
    ["note", "hello"],
    ["file", new File(["x"], "x.txt")],
  ]);
  expect(readFormValues(form)).toEqual({ answer: ["A", "B"], note: "hello" });
});

test("secrets are never echoed", () => {
  const form = formOf([
    ["email", "a@b.example"],
    ["newPassword", "x"],
    ["access_token", "y"],
  ]);
  expect(echoFormValues(form)).toEqual({ email: "a@b.example" });
});

test("the first problem of each field is told, with everything that was typed", () => {
  const schema = z.object({ name: z.string().min(3, "Too short.").regex(/^a/, "Begin with a.") });
  const result = parseForm(schema, formOf([["name", "b"]]));
  expect(result).toMatchObject({
    ok: false,
    code: "validation_failed",
    fieldErrors: { name: "Too short." },
    values: { name: "b" },
  });
});

test("a good form is parsed", () => {
  const result = parseForm(z.object({ name: z.string() }), formOf([["name", "Ada"]]));
  expect(result).toEqual({ ok: true, data: { name: "Ada" } });
});
