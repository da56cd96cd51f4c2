import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cliEnvironment } from "../scripts/cli-environment.ts";

const cli = fileURLToPath(new URL("../node_modules/.bin/supabase", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));

// The CLI takes several seconds to start on a busy machine.
test("the Supabase CLI reads config.toml without a warning", { timeout: 30_000 }, () => {
  const { status, stdout, stderr } = spawnSync(cli, ["services"], {
    cwd: repository,
    encoding: "utf8",
    env: cliEnvironment(),
  });
  expect({ status, complaints: `${stdout}${stderr}`.match(/WARN.*|failed.*/g) }).toEqual({
    status: 0,
    complaints: null,
  });
});

test("the only function secret in config.toml is SEND_EMAIL_HOOK_SECRET", () => {
  const config = readFileSync(new URL("../config.toml", import.meta.url), "utf8");
  const [, body = ""] = config.split("\n[edge_runtime.secrets]\n");
  const [secrets = ""] = body.split("\n[");
  expect(secrets.match(/^\w+ = .*$/gm)).toEqual([
    'SEND_EMAIL_HOOK_SECRET = "env(SEND_EMAIL_HOOK_SECRET)"',
  ]);
});

// S-1.5, S-2.45
test("auth emails contain a code and no link", () => {
  for (const name of ["code", "recovery", "email-change", "reauthentication"]) {
    const html = readFileSync(new URL(`../templates/${name}.html`, import.meta.url), "utf8");
    expect(html).toContain("{{ .Token }}");
    expect(html).not.toMatch(/ConfirmationURL|TokenHash|href/);
  }
});

test("auth notices contain no links, and say what to do if the reader did not make the change", () => {
  for (const name of ["password-changed", "email-changed", "factor-added", "factor-removed"]) {
    const html = readFileSync(new URL(`../templates/${name}.html`, import.meta.url), "utf8");
    expect(html).toContain("If this was not you");
    expect(html).not.toMatch(/href|ConfirmationURL|TokenHash/);
  }
});

test("config.toml and the deployment guide mark the same settings as local only", () => {
  const config = readFileSync(new URL("../config.toml", import.meta.url), "utf8");
  const guide = readFileSync(new URL("../../docs/deployment.md", import.meta.url), "utf8");
  const [, list = ""] = guide.split("apply on your machine only (*run*): ");
  const named = list.split(/\.\s/)[0]?.match(/(?<=`)[\w.]+(?=`)/g);
  let section = "";
  let isMarked = false;
  const marked = config.split("\n").flatMap((line) => {
    const [, header] = /^\[(.+)\]/.exec(line) ?? [];
    const [, key] = /^(\w+) = /.exec(line) ?? [];
    section = header ?? section;
    const name = header ?? (key && [section, key].filter(Boolean).join("."));
    const isLocal = isMarked || line.includes("# Applies only on your machine");
    isMarked = name === undefined && isLocal;
    return name !== undefined && isLocal ? [name] : [];
  });
  expect(marked).toEqual(named);
});

// S-9.1, S-9.3, S-9.4
test.for([
  ["api", "max_rows", "1000"],
  ["storage", "file_size_limit", '"100MiB"'],
  ["storage.buckets.documents", "file_size_limit", '"100MiB"'],
  ["storage.buckets.images", "file_size_limit", '"32KiB"'],
  ["auth", "jwt_expiry", "3600"],
  ["auth", "minimum_password_length", "10"],
  ["auth.rate_limit", "email_sent", "3000"],
  ["auth.rate_limit", "token_refresh", "150"],
  ["auth.rate_limit", "sign_in_sign_ups", "75"],
  ["auth.rate_limit", "token_verifications", "75"],
  // Without the section auth.email.smtp, `config push` does not send the limit email_sent.
  ["auth.email.smtp", "enabled", "true"],
  ["auth.email.smtp", "host", '"env(SMTP_HOST)"'],
  ["auth.email.smtp", "pass", '"env(SMTP_PASS)"'],
  ["auth.email.smtp", "admin_email", '"env(EMAIL_FROM)"'],
  ["auth.email", "otp_length", "8"],
  ["auth.email", "otp_expiry", "600"],
  ["auth.email", "max_frequency", '"60s"'],
  ["auth.email.notification.password_changed", "enabled", "true"],
  ["auth.email.notification.email_changed", "enabled", "true"],
  ["auth.email.notification.mfa_factor_enrolled", "enabled", "true"],
  ["auth.email.notification.mfa_factor_unenrolled", "enabled", "true"],
  ["auth.mfa", "max_enrolled_factors", "5"],
] as const)("config.toml sets [%s] %s to %s", ([section, name, value]) => {
  const config = readFileSync(new URL("../config.toml", import.meta.url), "utf8");
  const [, body = ""] = config.split(`\n[${section}]\n`);
  const [own = ""] = body.split("\n[");
  expect(own.split("\n").filter((line) => line.startsWith(`${name} =`))).toEqual([
    `${name} = ${value}`,
  ]);
});
