import { profileSchema } from "@/features/account/schema";
import { clientSchema, contactSchema } from "@/features/clients/schema";
import { createOrgSchema, generalSchema, retentionSchema } from "@/features/orgs/schema";
import { reminderPolicySchema } from "@/features/reminders/schema";
import { inviteSchema } from "@/features/team/schema";
import type { Firm } from "../firm";
import { type Field, letters, takes, UNKNOWN_ID } from "./field";

const profile = (firm: Firm, change: object) => ({
  org_id: firm.orgId,
  name: "Firm",
  slug: "other-firm",
  reply_email: "office@firm.example",
  time_zone: "Europe/London",
  ...change,
});

const foundOrg =
  (name: "name" | "slug"): NonNullable<Field["save"]> =>
  ({ call }, firm, value) => {
    const { org_id: _, reply_email: __, ...org } = profile(firm, { [name]: value });
    return call("owner", "create_org", org);
  };

/** Limits of an email address. Other tests cover its format. */
const ADDRESS = {
  min: 1,
  max: 254,
  tried: [254, 255],
  make: (length: number) => `a@${letters(length - 6)}.org`,
};

export const FIRM_FIELDS: readonly Field[] = [
  {
    name: "firm's name",
    min: 2,
    max: 80,
    isTaken: takes(createOrgSchema.shape.name),
    save: foundOrg("name"),
    refusedAs: "name",
  },
  // S-5.2
  {
    name: "firm's web address",
    min: 3,
    max: 40,
    make: letters,
    isTaken: takes(createOrgSchema.shape.slug),
    save: foundOrg("slug"),
    refusedAs: "slug",
  },
  { name: "person's name", min: 1, max: 120, isTaken: takes(profileSchema.shape.name) },
  {
    name: "client's name",
    min: 1,
    max: 120,
    isTaken: takes(clientSchema.shape.name),
    save: ({ call }, { orgId }, name) => call("owner", "save_client", { org_id: orgId, name }),
    refusedAs: "name",
  },
  // S-5.3
  {
    name: "client's reference",
    min: 0,
    max: 40,
    isTaken: takes(clientSchema.shape.ref),
    save: ({ call }, { orgId }, ref) =>
      call("owner", "save_client", { org_id: orgId, name: "Client", ref }),
    refusedAs: "ref",
  },
  {
    name: "contact's name",
    min: 1,
    max: 120,
    isTaken: takes(contactSchema.shape.name),
    save: ({ call }, { orgId, clientId }, name) =>
      call("owner", "save_contact", {
        org_id: orgId,
        client_id: clientId,
        name,
        email: "new@client.example",
      }),
    refusedAs: "name",
  },
  // S-5.6
  {
    ...ADDRESS,
    name: "contact's email",
    isTaken: takes(contactSchema.shape.email),
    save: ({ call }, { orgId, clientId }, email) =>
      call("owner", "save_contact", { org_id: orgId, client_id: clientId, name: "Ruth", email }),
    refusedAs: "email",
  },
  {
    ...ADDRESS,
    name: "firm's reply-to address",
    isTaken: takes(generalSchema.shape.reply_email),
    save: ({ call }, firm, reply_email) =>
      call("owner", "update_org", profile(firm, { reply_email })),
    refusedAs: "reply_email",
  },
  {
    ...ADDRESS,
    name: "invited email",
    isTaken: takes(inviteSchema.shape.email),
    save: ({ call }, { orgId }, email) =>
      call("owner", "create_invitation", { org_id: orgId, email, role: "member" }),
    refusedAs: "email",
  },
  {
    name: "days of retention",
    min: 30,
    max: 3_650,
    make: String,
    isTaken: takes(retentionSchema.shape.retention_days),
    save: ({ call }, { orgId }, days) =>
      call("owner", "set_retention", { org_id: orgId, retention_days: days }),
    refusedAs: "retention_days",
  },
  {
    name: "days between reminders",
    min: 0,
    max: 30,
    make: String,
    isTaken: (reminder_every) =>
      reminderPolicySchema.safeParse({ org_id: UNKNOWN_ID, reminder_days: "3", reminder_every })
        .success,
    save: ({ call }, { orgId }, every) =>
      call("owner", "set_reminder_policy", {
        org_id: orgId,
        reminder_days: [-3],
        reminder_every: every,
      }),
    refusedAs: "reminder_every",
  },
  {
    name: "number of reminder days",
    min: 0,
    max: 8,
    tried: [0, 8, 9],
    make: (length) => Array.from({ length }, (_, day) => day + 1).join(", "),
    isTaken: (reminder_days) =>
      reminderPolicySchema.safeParse({ org_id: UNKNOWN_ID, reminder_days }).success,
    save: ({ call }, { orgId }, days) =>
      call("owner", "set_reminder_policy", {
        org_id: orgId,
        reminder_days: days === "" ? [] : days.split(", ").map((day) => -Number(day)),
        reminder_every: 0,
      }),
    refusedAs: "reminder_days",
  },
];
