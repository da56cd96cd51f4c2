import type { ClaimedEmail } from "../../../functions/_shared/email/claimed-email.ts";
import { type CodePurpose, renderCode } from "../../../functions/_shared/email/code-email.ts";
import type { RenderedEmail } from "../../../functions/_shared/email/post.ts";
import { renderEmail } from "../../../functions/_shared/email/render.ts";
import { emailOf } from "./fakes.ts";

/** The time at which the examples are rendered: noon UTC on 24 November 2026. */
const NOW = Date.UTC(2026, 10, 24, 12);

const EXAMPLE_OPTIONS = {
  siteUrl: "https://dossier.example",
  supabaseUrl: "https://project.example",
  from: "mail@dossier.example",
  now: () => NOW,
};

const LOGO = "logos/22222222-2222-4222-8222-222222222222/33333333-3333-4333-8333-333333333333.png";
const AT = "2026-11-24T09:05:00.000+00:00";

const item = (title: string, values: object = {}) => ({
  title,
  help: "",
  kind: "file",
  max_files: 1,
  required: true,
  status: "open",
  ...values,
});

const ASKED = [
  item("Bank statements, January to December", { help: "One PDF per month", max_files: 12 }),
  item("Finance agreement for the X-ray unit"),
  item("Loan statement at year end"),
  item("Credit card statements", { max_files: 12 }),
  item("Fixed asset register"),
];

const PEOPLE = { client_name: "Okafor Dental Practice", sender_name: "Mia Chen" };

function toContact(kind: string, data: object = {}, values: Partial<ClaimedEmail> = {}) {
  return emailOf({
    kind,
    to_email: "ada@okafordental.example",
    to_name: "Ada Okafor",
    logo_path: LOGO,
    brand_color: "#0d5f66",
    postal_address: "4 Quay Street, Bristol BS1 4DB",
    public_id: "45cb500e2f7a45cb500e2f7a45cb500e",
    request_title: "Annual accounts 2026",
    request_message:
      "Hello Ada, here is the list for this year’s accounts. Most of it is the same as last year. Photos from your phone are fine.",
    due_on: "2026-12-11",
    data: { ...PEOPLE, is_trusted: true, ...data },
    ...values,
  });
}

function toStaff(kind: string, data: object) {
  return toContact(kind, data, {
    to_email: "mia@harbour.example",
    to_name: "Mia Chen",
    postal_address: null,
    contact_id: null,
  });
}

const toAccount = (notice: string) =>
  emailOf({
    kind: "account_notice",
    to_email: "mia@harbour.example",
    to_name: "Mia Chen",
    org_name: null,
    org_slug: null,
    reply_email: null,
    request_id: null,
    contact_id: null,
    data: { notice, at: AT, firm: "Harbour & Lane", by: "Olivia Lane" },
  });

const ownerChange = (kind: string, action: string) =>
  toStaff(kind, { name: "Sam Field", by: "Olivia Lane", action, at: AT, can_check: true });

const OPT_OUT = { opt_out_token: "9c41f07ab2de4d619c41f07ab2de4d61" };

const WAITING = {
  id: "22222222-2222-4222-8222-222222222222",
  title: "Annual accounts 2026",
  client_name: "Okafor Dental Practice",
  items: ["Bank statements", "Stock count", "Loan statement", "Year end"].map((title) => ({
    title,
    contact_name: "Ada Okafor",
  })),
};

/** Examples of every kind of email and of every notice, by name. */
const OUTBOX: Readonly<Record<string, ClaimedEmail>> = {
  request_sent: toContact("request_sent", {
    ...OPT_OUT,
    required: 12,
    optional: 2,
    asked: ASKED,
  }),
  request_sent_plain: toContact(
    "request_sent",
    {
      ...OPT_OUT,
      sender_name: null,
      required: 1,
      optional: 1,
      asked: [
        item("What do you sell?", { kind: "text" }),
        item("Logo", { required: false, help: "As a PNG, at least 500 pixels wide." }),
      ],
    },
    { logo_path: null, brand_color: null, postal_address: null, request_message: null },
  ),
  reminder: toContact("reminder", {
    ...OPT_OUT,
    required: 3,
    optional: 0,
    asked: [
      item("Stock count", { status: "returned" }),
      item("Year end", { kind: "date", is_ready: true }),
      item("Accounting basis", { kind: "choice", is_ready: true }),
    ],
    ready: ["Year end", "Accounting basis"],
  }),
  reminder_overdue: toContact(
    "reminder",
    { ...OPT_OUT, required: 1, optional: 0, asked: [item("Stock count")], ready: [] },
    { due_on: "2026-11-20" },
  ),
  decision_digest: toContact("decision_digest", {
    items: [
      {
        title: "Stock count",
        status: "returned",
        note: "Page 3 is missing.\nPlease send the whole list once more.",
        staff_name: "Mia Chen",
      },
    ],
  }),
  decision_digest_mixed: toContact("decision_digest", {
    items: [
      { title: "Stock count", status: "returned", note: "Page 3 is missing." },
      { title: "Bank statements", status: "partial", note: "March, too.", staff_name: "Mia Chen" },
    ],
  }),
  request_completed: toContact("request_completed"),
  request_reopened: toContact("request_reopened", {
    note: "The bank sent a corrected statement for June. Please add it.",
    required: 1,
    optional: 0,
    asked: [item("Bank statements, January to December", { status: "partial" })],
  }),
  request_cancelled: toContact("request_cancelled", {
    reason: "The practice was sold, so we no longer prepare its accounts.",
  }),
  staff_digest: toStaff("staff_digest", { requests: [WAITING] }),
  staff_digest_requests: toStaff("staff_digest", {
    requests: [
      { ...WAITING, client_name: "Lamplight Theatre", title: "Grant report" },
      WAITING,
      { ...WAITING, title: "Payroll 2026", items: WAITING.items.slice(2) },
    ],
  }),
  staff_notice: toStaff("staff_notice", {
    contacts: [
      {
        name: "Ruth Adeyemi",
        status: "opted_out",
        reason: "left",
        client_id: "44444444-4444-4444-8444-444444444444",
        client_name: "Okafor Dental Practice",
      },
    ],
  }),
  email_deferred: toStaff("email_deferred", {
    cause: "request_sent",
    waiting: 12,
    limit: 50,
    is_trusted: false,
  }),
  invitation: toStaff("invitation", {
    invitation_id: "55555555-5555-4555-8555-555555555555",
    role: "admin",
    inviter_name: "Olivia Lane",
  }),
  owner_joined: ownerChange("owner_joined", "member.joined"),
  owner_left: ownerChange("owner_left", "member.removed"),
  owner_removed: ownerChange("owner_removed", "member.suspended"),
  ...Object.fromEntries(
    [
      "password_changed",
      "email_changed",
      "factor_added",
      "factor_removed",
      "factors_reset",
      "account_deleted",
      "firm_deleted",
    ].map((notice) => [`notice_${notice}`, toAccount(notice)]),
  ),
};

const FIRM = {
  name: "Harbour & Lane",
  replyEmail: "office@harbour.example",
  logoPath: LOGO,
  color: "#0d5f66",
};
const PURPOSES: readonly CodePurpose[] = [
  "sign-in",
  "recovery",
  "email_change",
  "reauthentication",
];

/**
 * Renders every example email.
 * @param change returns the data with which an email of the outbox is rendered
 * @param firmName the firm's name in the email with a code for signing in to that firm's request
 */
export function renderExamples(
  change: (email: ClaimedEmail) => ClaimedEmail = (email) => email,
  firmName = FIRM.name,
): { name: string; email: RenderedEmail }[] {
  const code = (purpose: CodePurpose, firm?: typeof FIRM) =>
    renderCode(
      {
        id: "11111111-1111-4111-8111-111111111111",
        to: "ada@okafordental.example",
        code: "48215903",
        purpose,
        ...(purpose === "email_change"
          ? { step: "current", newAddress: "ada@okafor.example" }
          : undefined),
        firm,
      },
      EXAMPLE_OPTIONS,
    );
  return [
    ...Object.entries(OUTBOX).map(([name, example]) => {
      const email = renderEmail(change(example), EXAMPLE_OPTIONS);
      if (!email) throw new Error(`${name} has no text.`);
      return { name, email };
    }),
    { name: "code_firm", email: code("sign-in", { ...FIRM, name: firmName }) },
    ...PURPOSES.map((purpose) => ({ name: `code_${purpose}`, email: code(purpose) })),
  ];
}

/** Fields that people fill in, with their maximum lengths in the database. */
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

/** Renders every example with this text in all fields that people fill in. */
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
