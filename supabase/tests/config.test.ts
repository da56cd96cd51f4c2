import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const cli = fileURLToPath(new URL("../node_modules/.bin/supabase", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));

test("the Supabase CLI reads config.toml without a word of complaint", () => {
  const { status, stdout, stderr } = spawnSync(cli, ["services"], {
    cwd: repository,
    encoding: "utf8",
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: "1" },
  });
  expect({ status, complaints: `${stdout}${stderr}`.match(/WARN.*|failed.*/g) }).toEqual({
    status: 0,
    complaints: null,
  });
});

test("mails of auth carry a code and no link that signs in", () => {
  for (const name of ["code", "recovery", "email-change", "reauthentication"]) {
    const html = readFileSync(new URL(`../templates/${name}.html`, import.meta.url), "utf8");
    expect(html).toContain("{{ .Token }}");
    expect(html).not.toMatch(/ConfirmationURL|TokenHash|href/);
  }
});
