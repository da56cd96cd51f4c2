import { expect, test } from "vitest";
import { resolvedErrors } from "@/features/requests/draft/resolved-errors";

const failure = {
  ok: false as const,
  code: "validation_failed",
  message: "",
  fieldErrors: { title: "Too short.", due_on: "Too late.", contact_ids: "Stopped." },
};
const problemsOf = ({ title }: { title: string }) => {
  const problems: Record<string, string> = { due_on: "Too late." };
  if (title === "") problems.title = "Too short.";
  return problems;
};

test("resolvedErrors contains a field once the field is valid", () => {
  const content = { sent: { title: "" }, live: { title: "Accounts" } };
  expect([...resolvedErrors(failure, problemsOf, content)]).toEqual(["title"]);
});

test("resolvedErrors omits fields that are still invalid, and errors that only the server can detect", () => {
  const content = { sent: { title: "" }, live: { title: "" } };
  expect(resolvedErrors(failure, problemsOf, content).size).toBe(0);
  expect(resolvedErrors(null, problemsOf, content).size).toBe(0);
});
