import { expect, test } from "vitest";
import { refuseForm } from "@/lib/http/form-body.server";

const BACKEND = "https://backend.example";

function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const init = { method: "POST", body, headers };
  return refuseForm(new Request("https://dossier.example/sign-in", init), BACKEND);
}

test("refuseForm returns 400 with an error message and a Content Security Policy for a form whose action cannot be read", async () => {
  const response = await send({ $ACTION_1: "", "$ACTION_1:0": '{"id":"a"}', "$ACTION_1:1": "[" });
  expect(response?.status).toBe(400);
  expect(response?.headers.get("content-security-policy")).toContain("default-src");
  expect(await response?.text()).toContain("the form did not arrive completely");
});

test("refuseForm accepts a form with a readable action and any text in its other fields", async () => {
  const fields = { "$ACTION_1:0": '{"id":"a","bound":"$@1"}', "$ACTION_1:1": "[null]", note: "[" };
  expect(await send(fields)).toBeNull();
});
