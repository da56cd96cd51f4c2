import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { RecordedCall } from "./management-api.ts";
import { OPERATOR, PROJECT_REF } from "./run-cli.ts";

export interface GuideEntry {
  /** One space replaces each run of white space. */
  sentence: string;
  call: string;
  path: string;
  value: unknown;
}

const supabaseDir = join(import.meta.dirname, "../..");
const template = (name: string) =>
  readFileSync(join(supabaseDir, `templates/${name}.html`), "utf8");
const functions = readdirSync(join(supabaseDir, "functions"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "_shared")
  .map(({ name }) => name);

const AUTH = "PATCH /config/auth";
const CODE = "Your Dossier code";

const entries = (sentence: string, call: string, values: Record<string, unknown>): GuideEntry[] =>
  Object.entries(values).map(([path, value]) => ({ sentence, call, path, value }));

export const GUIDE_ENTRIES: readonly GuideEntry[] = [
  ...entries(
    "schema `public`, search path `public, extensions`, at most 1,000 rows",
    "PATCH /postgrest",
    {
      db_schema: "public",
      db_extra_search_path: "public,extensions",
      max_rows: 1000,
    },
  ),
  ...entries("`https://dossier.example.com`, and no other redirect address", AUTH, {
    site_url: "https://dossier.example.com",
    uri_allow_list: "",
  }),
  ...entries("8 digits, valid for 10 minutes, one a minute for each address", AUTH, {
    mailer_otp_length: 8,
    mailer_otp_exp: 600,
    smtp_max_frequency: 60,
  }),
  ...entries("confirmed before first use, changed with a code from both", AUTH, {
    mailer_autoconfirm: false,
    mailer_secure_email_change_enabled: true,
  }),
  ...entries("at least 10 characters, changed with a code", AUTH, {
    password_min_length: 10,
    password_required_characters: "",
    security_update_password_require_reauthentication: true,
  }),
  ...entries(
    "by email only: open to everyone, not anonymous, no linking of accounts by hand",
    AUTH,
    {
      disable_signup: false,
      external_anonymous_users_enabled: false,
      security_manual_linking_enabled: false,
    },
  ),
  ...entries(
    "access tokens for an hour, refresh tokens rotated, used again for 10 seconds at most",
    AUTH,
    {
      jwt_exp: 3600,
      refresh_token_rotation_enabled: true,
      security_refresh_token_reuse_interval: 10,
    },
  ),
  ...entries("by authenticator app, at most 5 factors", AUTH, {
    mfa_max_enrolled_factors: 5,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
  }),
  ...entries("150 refreshes, 75 sign-ins, 75 codes", AUTH, {
    rate_limit_token_refresh: 150,
    rate_limit_otp: 75,
    rate_limit_verify: 75,
  }),
  ...entries("3,000 an hour", AUTH, { rate_limit_email_sent: 3000 }),
  ...entries("on, at the function `auth-email`, with its secret", AUTH, {
    hook_send_email_enabled: true,
    hook_send_email_uri: `https://${PROJECT_REF}.supabase.co/functions/v1/auth-email`,
    hook_send_email_secrets: OPERATOR.SEND_EMAIL_HOOK_SECRET,
  }),
  ...entries("your server, as Dossier from `EMAIL_FROM`", AUTH, {
    smtp_host: OPERATOR.SMTP_HOST,
    smtp_port: "587",
    smtp_user: OPERATOR.SMTP_USER,
    smtp_pass: OPERATOR.SMTP_PASS,
    smtp_admin_email: OPERATOR.EMAIL_FROM,
    smtp_sender_name: "Dossier",
  }),
  ...entries("a changed password, a changed email address, an added or removed factor", AUTH, {
    mailer_notifications_password_changed_enabled: true,
    mailer_notifications_email_changed_enabled: true,
    mailer_notifications_mfa_factor_enrolled_enabled: true,
    mailer_notifications_mfa_factor_unenrolled_enabled: true,
  }),
  ...entries("the files in `supabase/templates`, with their subjects", AUTH, {
    mailer_subjects_confirmation: CODE,
    mailer_subjects_magic_link: CODE,
    mailer_subjects_invite: CODE,
    mailer_subjects_recovery: "Your code to choose a new password",
    mailer_subjects_email_change: "Your code to change your email address",
    mailer_subjects_reauthentication: "Your code to confirm it’s you",
    mailer_subjects_password_changed_notification: "Your Dossier password was changed",
    mailer_subjects_email_changed_notification:
      "The email address of your Dossier account was changed",
    mailer_subjects_mfa_factor_enrolled_notification:
      "An authenticator app was added to your Dossier account",
    mailer_subjects_mfa_factor_unenrolled_notification:
      "An authenticator app was removed from your Dossier account",
    mailer_templates_confirmation_content: template("code"),
    mailer_templates_magic_link_content: template("code"),
    mailer_templates_invite_content: template("code"),
    mailer_templates_recovery_content: template("recovery"),
    mailer_templates_email_change_content: template("email-change"),
    mailer_templates_reauthentication_content: template("reauthentication"),
    mailer_templates_password_changed_notification_content: template("password-changed"),
    mailer_templates_email_changed_notification_content: template("email-changed"),
    mailer_templates_mfa_factor_enrolled_notification_content: template("factor-added"),
    mailer_templates_mfa_factor_unenrolled_notification_content: template("factor-removed"),
  }),
  ...entries("files of at most 100 MiB", "PATCH /config/storage", { fileSizeLimit: 104_857_600 }),
  ...entries("supabase secrets set SITE_URL=https://dossier.example.com", "POST /secrets", {
    SITE_URL: "https://dossier.example.com",
  }),
  ...entries("`secrets set` sends `SEND_EMAIL_HOOK_SECRET` along", "POST /secrets", {
    SEND_EMAIL_HOOK_SECRET: OPERATOR.SEND_EMAIL_HOOK_SECRET,
  }),
  ...entries(
    "Every function is deployed with `verify_jwt: false`",
    "POST /functions/deploy",
    Object.fromEntries(functions.map((name) => [name, false])),
  ),
];

type Pushed = Pick<GuideEntry, "call" | "path" | "value">;

function valuesOf({ call, body }: RecordedCall): Pushed[] {
  if (typeof body === "string") {
    const settings = JSON.parse(/name="metadata"\s+(\{.*\})/.exec(body)?.[1] ?? "{}");
    return [{ call, path: settings.name, value: settings.verify_jwt }];
  }
  const pairs: [string, unknown][] = Array.isArray(body)
    ? body.map(({ name, value }) => [name, value])
    : Object.entries(body ?? {});
  return pairs.map(([path, value]) => ({ call, path, value }));
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

export function compare(
  promised: readonly GuideEntry[],
  calls: readonly RecordedCall[],
  guide: string,
): string[] {
  const pushed = calls.flatMap(valuesOf);
  const isSame = (one: Pushed, other: Pushed) => one.call === other.call && one.path === other.path;
  const problems = promised.flatMap((entry) => {
    const name = `${entry.call} ${entry.path}`;
    if (!guide.includes(entry.sentence))
      return [`${name}: the guide does not say "${entry.sentence}"`];
    const found = pushed.find((one) => isSame(one, entry));
    if (!found) return [`${name}: the guide says ${shown(entry.value)}, the CLI pushes nothing`];
    if (isDeepStrictEqual(found.value, entry.value)) return [];
    return [`${name}: the guide says ${shown(entry.value)}, the CLI pushes ${shown(found.value)}`];
  });
  for (const one of pushed) {
    if (promised.some((entry) => isSame(one, entry))) continue;
    problems.push(
      `${one.call} ${one.path}: the CLI pushes ${shown(one.value)}, the guide has no entry`,
    );
  }
  return problems;
}
