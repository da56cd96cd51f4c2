import type { ClaimedEmail } from "../../../functions/_shared/email/claimed-email.ts";
import { type CodeEmail, renderCode } from "../../../functions/_shared/email/code-email.ts";
import type { RenderedEmail } from "../../../functions/_shared/email/post.ts";
import { renderEmail } from "../../../functions/_shared/email/render.ts";
import { renderTemplates } from "../../../functions/_shared/email/templates.ts";
import { CONTACT_EXAMPLES, LOGO } from "./contact-examples.ts";
import { STAFF_EXAMPLES } from "./staff-examples.ts";

const NOW = Date.UTC(2026, 10, 24, 12);

const EXAMPLE_OPTIONS = {
  siteUrl: "https://dossier.example",
  supabaseUrl: "https://project.example",
  from: "mail@dossier.example",
  now: () => NOW,
};

const CODE = "48215903";
const ADDRESS = "ada@okafordental.example";
const NEW_ADDRESS = "ada@okafor.example";

const FIRM = {
  name: "Harbour & Lane",
  replyEmail: "office@harbour.example",
  logoPath: LOGO,
  color: "#0d5f66",
};
type Code = Pick<CodeEmail, "purpose"> & Partial<Pick<CodeEmail, "step" | "firm" | "to">>;

const CODES: Readonly<Record<string, Code>> = {
  code_firm: { purpose: "sign-in", firm: FIRM },
  "code_sign-in": { purpose: "sign-in" },
  code_invite: { purpose: "invite" },
  code_recovery: { purpose: "recovery" },
  code_email_change: { purpose: "email_change", step: "current" },
  code_email_change_new: { purpose: "email_change", step: "new", to: NEW_ADDRESS },
  code_reauthentication: { purpose: "reauthentication" },
};

/** @param firmName the firm's name in the code email for signing in to that firm's request */
export function renderExamples(
  change: (email: ClaimedEmail) => ClaimedEmail = (email) => email,
  firmName = FIRM.name,
): { name: string; email: RenderedEmail }[] {
  return [
    ...Object.entries({ ...CONTACT_EXAMPLES, ...STAFF_EXAMPLES }).map(([name, example]) => {
      const email = renderEmail(change(example), EXAMPLE_OPTIONS);
      if (!email) throw new Error(`${name} has no text.`);
      return { name, email };
    }),
    ...Object.entries(CODES).map(([name, { firm, ...example }]) => {
      const email = renderCode(
        {
          id: "11111111-1111-4111-8111-111111111111",
          to: ADDRESS,
          code: CODE,
          newAddress: example.purpose === "email_change" ? NEW_ADDRESS : undefined,
          firm: firm && { ...firm, name: firmName },
          ...example,
        },
        EXAMPLE_OPTIONS,
      );
      return { name, email };
    }),
  ];
}

export function renderExampleHtml(): { name: string; html: string }[] {
  return [
    ...renderExamples().map(({ name, email }) => ({ name, html: email.html })),
    ...[...renderTemplates()].map(([file, html]) => ({
      name: `auth_${file.replace(".html", "")}`,
      html: html
        .replaceAll("{{ .Token }}", CODE)
        .replaceAll("{{ .NewEmail }}", NEW_ADDRESS)
        .replaceAll(/\{\{ \.(Old)?Email \}\}/g, ADDRESS),
    })),
  ];
}

const LIMITS: Readonly<Record<string, number>> = {
  org_name: 80,
  to_name: 120,
  request_title: 120,
  request_message: 2_000,
  title: 120,
  help: 2_000,
  note: 1_000,
  reason: 1_000,
  name: 120,
  by: 120,
  firm: 80,
  client_name: 120,
  sender_name: 120,
  staff_name: 120,
  contact_name: 120,
  inviter_name: 120,
};

export function withText(text: string) {
  const cut = (key: string) => text.slice(0, LIMITS[key]);
  const replace = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return key in LIMITS ? cut(key) : value;
    if (Array.isArray(value)) return value.map((entry) => replace(entry, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, replace(entry, name)]),
    );
  };
  return renderExamples((email) => replace(email, "") as ClaimedEmail, cut("org_name"));
}
