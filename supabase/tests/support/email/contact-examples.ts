import type { ClaimedEmail } from "../../../functions/_shared/email/claimed-email.ts";
import { emailOf } from "./fakes.ts";

export const LOGO =
  "logos/5eed0001-0000-4000-8000-000000000001/5eed0005-0000-4000-8000-000000000001.png";

const item = (title: string, values: object = {}) => ({
  title,
  help: "",
  kind: "file",
  max_files: 1,
  required: true,
  status: "open",
  ...values,
});

const OPTIONAL = { required: false };

const ASKED = [
  item("Bank statements, January to December", { help: "One PDF per month", max_files: 12 }),
  item("Finance agreement for the X-ray unit"),
  item("Loan statement at year end"),
  item("Credit card statements", { max_files: 12 }),
  item("Fixed asset register"),
];

const PEOPLE = { client_name: "Okafor Dental Practice", sender_name: "Mia Chen" };

export function toContact(kind: string, data: object = {}, values: Partial<ClaimedEmail> = {}) {
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

const OPT_OUT = { opt_out_token: "9c41f07ab2de4d619c41f07ab2de4d61" };

export const CONTACT_EXAMPLES: Readonly<Record<string, ClaimedEmail>> = {
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
  request_sent_optional: toContact("request_sent", {
    ...OPT_OUT,
    required: 0,
    optional: 2,
    asked: [item("Management accounts", OPTIONAL), item("Budget for 2027", OPTIONAL)],
  }),
  request_sent_answered: toContact("request_sent", {
    ...OPT_OUT,
    required: 0,
    optional: 0,
    asked: [],
  }),
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
  reminder_overdue_mixed: toContact(
    "reminder",
    {
      ...OPT_OUT,
      required: 2,
      optional: 1,
      asked: [
        ...ASKED.slice(0, 1),
        item("Year end", { kind: "date", is_ready: true }),
        item("Management accounts", OPTIONAL),
      ],
      ready: ["Year end"],
    },
    { due_on: "2026-11-20" },
  ),
  reminder_optional: toContact("reminder", {
    ...OPT_OUT,
    required: 0,
    optional: 1,
    asked: [item("Management accounts", OPTIONAL)],
    ready: [],
  }),
  reminder_optional_overdue: toContact(
    "reminder",
    {
      ...OPT_OUT,
      required: 0,
      optional: 2,
      asked: [item("Management accounts", OPTIONAL), item("Budget for 2027", OPTIONAL)],
      ready: [],
    },
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
  decision_digest_many: toContact("decision_digest", {
    items: ["Stock count", ...ASKED.map(({ title }) => title)].map((title) => ({
      title,
      status: "returned",
      note: "Page 3 is missing.",
      staff_name: "Mia Chen",
    })),
  }),
  decision_digest_more: toContact("decision_digest", {
    items: [
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
  request_reopened_plain: toContact("request_reopened", {
    note: "",
    required: 0,
    optional: 0,
    asked: [],
  }),
  request_cancelled: toContact("request_cancelled", {
    reason: "The practice was sold, so we no longer prepare its accounts.",
  }),
  request_cancelled_plain: toContact("request_cancelled", { reason: "" }),
};
