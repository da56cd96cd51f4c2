import type { ClaimedEmail } from "../../../functions/_shared/email/claimed-email.ts";
import { toContact } from "./contact-examples.ts";
import { emailOf } from "./fakes.ts";

const AT = "2026-11-24T09:05:00.000+00:00";

function toStaff(kind: string, data: object) {
  return toContact(kind, data, {
    to_email: "mia@harbour.example",
    to_name: "Mia Chen",
    postal_address: null,
    contact_id: null,
  });
}

const toAccount = (notice: string, names: object = { firm: "Harbour & Lane", by: "Olivia Lane" }) =>
  emailOf({
    kind: "account_notice",
    to_email: "mia@harbour.example",
    to_name: "Mia Chen",
    org_name: null,
    org_slug: null,
    reply_email: null,
    request_id: null,
    contact_id: null,
    data: { notice, at: AT, ...names },
  });

const ownerChange = (kind: string, action: string, data: object = {}) =>
  toStaff(kind, {
    name: "Sam Field",
    by: "Olivia Lane",
    action,
    at: AT,
    can_check: true,
    ...data,
  });

const UNNAMED = { firm: null, by: null };

const WAITING = {
  id: "22222222-2222-4222-8222-222222222222",
  title: "Annual accounts 2026",
  client_name: "Okafor Dental Practice",
  items: ["Bank statements", "Stock count", "Loan statement", "Year end"].map((title) => ({
    title,
    contact_name: "Ada Okafor",
  })),
};

const STOPPED = {
  name: "Ruth Adeyemi",
  status: "opted_out",
  reason: "left",
  client_id: "44444444-4444-4444-8444-444444444444",
  client_name: "Okafor Dental Practice",
};

export const STAFF_EXAMPLES: Readonly<Record<string, ClaimedEmail>> = {
  staff_digest: toStaff("staff_digest", { requests: [WAITING] }),
  staff_digest_requests: toStaff("staff_digest", {
    requests: [
      { ...WAITING, client_name: "Lamplight Theatre", title: "Grant report" },
      WAITING,
      { ...WAITING, title: "Payroll 2026", items: WAITING.items.slice(2) },
    ],
  }),
  staff_digest_contacts: toStaff("staff_digest", {
    requests: [
      {
        ...WAITING,
        items: [
          ...WAITING.items,
          { title: "Stock count, Bristol", contact_name: "Ruth Adeyemi" },
          { title: "Payroll", contact_name: null },
        ],
      },
    ],
  }),
  staff_digest_many: toStaff("staff_digest", {
    requests: ["2021", "2022", "2023", "2024", "2025", "2026"].map((year) => ({
      ...WAITING,
      title: `Annual accounts ${year}`,
    })),
  }),
  staff_notice: toStaff("staff_notice", { contacts: [STOPPED] }),
  staff_notice_several: toStaff("staff_notice", {
    contacts: [
      { ...STOPPED, reason: "wrong_person" },
      { ...STOPPED, name: "Ada Okafor", status: "account_deleted", reason: null },
      ...["Ben Cole", "Cleo Diaz", "Dan Ek", "Eva Falk"].map((name) => ({
        ...STOPPED,
        name,
        reason: null,
      })),
    ],
  }),
  email_deferred: toStaff("email_deferred", {
    cause: "request_sent",
    waiting: 12,
    limit: 50,
    is_trusted: false,
  }),
  email_deferred_invitation: toStaff("email_deferred", {
    cause: "invitation",
    waiting: 1,
    limit: 20,
    is_trusted: true,
  }),
  invitation: toStaff("invitation", {
    invitation_id: "55555555-5555-4555-8555-555555555555",
    role: "admin",
    inviter_name: "Olivia Lane",
  }),
  invitation_member: toStaff("invitation", {
    invitation_id: "55555555-5555-4555-8555-555555555555",
    role: "member",
    inviter_name: null,
  }),
  owner_joined: ownerChange("owner_joined", "member.joined"),
  owner_joined_restored: ownerChange("owner_joined", "member.restored"),
  owner_joined_role: ownerChange("owner_joined", "member.role_changed"),
  owner_left: ownerChange("owner_left", "member.removed"),
  owner_left_role: ownerChange("owner_left", "member.role_changed"),
  owner_removed: ownerChange("owner_removed", "member.removed"),
  owner_removed_suspended: ownerChange("owner_removed", "member.suspended"),
  owner_removed_role: ownerChange("owner_removed", "member.role_changed"),
  owner_removed_account: ownerChange("owner_removed", "member.removed", { by: null }),
  owner_removed_reader: ownerChange("owner_removed", "member.removed", { can_check: false }),
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
  notice_factors_reset_unnamed: toAccount("factors_reset", UNNAMED),
  notice_firm_deleted_own: toAccount("firm_deleted", {
    firm: "Harbour & Lane",
    by: "Mia Chen",
    by_reader: true,
  }),
  notice_firm_deleted_unnamed: toAccount("firm_deleted", UNNAMED),
};
