import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderTemplates } from "./templates.ts";

const folder = new URL("../../../templates/", import.meta.url);

test("supabase/templates matches the rendered emails (otherwise, run pnpm templates)", () => {
  const committed = new Map(
    readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), "utf8")]),
  );
  const rendered = new Map([...renderTemplates()].map(([file, html]) => [file, `${html}\n`]));
  expect(new Set(committed.keys())).toEqual(new Set(rendered.keys()));
  for (const [file, html] of rendered) expect(committed.get(file), file).toBe(html);
});

test.each([
  ["code", "{{ .Email }}"],
  ["recovery", "{{ .Email }}"],
  ["reauthentication", "{{ .Email }}"],
  ["password-changed", "{{ .Email }}"],
  ["factor-added", "{{ .Email }}"],
  ["factor-removed", "{{ .Email }}"],
  // Auth sends this notice to the previous address.
  ["email-changed", "{{ .OldEmail }}"],
])("the template %s shows its recipient, %s", (name, recipient) => {
  expect(renderTemplates().get(`${name}.html`)).toContain(`Sent with Dossier to ${recipient}.`);
});

test("the template of an email change asks for both codes, and does not say to choose a new password", () => {
  const html = renderTemplates().get("email-change.html");
  expect(html).toContain("Your current and your new address each get a code. Enter both codes.");
  expect(html).toContain(
    "If you did not ask for this code, ignore this email. Without both codes, nothing changes.",
  );
  expect(html).not.toMatch(/choose a new password|Sent with Dossier/);
});
