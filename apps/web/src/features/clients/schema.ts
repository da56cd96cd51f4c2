import { z } from "zod";
import { strings } from "@/features/clients/strings";
import type { VersionRow } from "@/lib/forms/form-state";
import { flag, ids } from "@/lib/forms/hidden-fields";
import { tidyName } from "@/lib/forms/names";
import { email, line, name } from "@/lib/forms/text-schema";

export const clientSchema = z.object({
  name: name({ min: 1, max: 120, missing: strings.rules.name }),
  ref: line({ max: 40 }),
});

export const contactSchema = z.object({
  name: name({ min: 1, max: 120, missing: strings.rules.contactName }),
  email,
});

export const editClientSchema = ids("org_id", "client_id").extend(clientSchema.shape);

export const editContactSchema = ids("org_id", "client_id", "contact_id").extend(
  contactSchema.shape,
);

export const newClientSchema = editClientSchema.extend({
  contact_name: contactSchema.shape.name,
  contact_email: contactSchema.shape.email,
});

export const archiveClientSchema = ids("client_id").extend({ archived: flag });

export const reinviteSchema = ids("contact_id").extend({
  agreed: z.literal("yes", strings.agreedRequired),
});

type ClientFields = { name: string; ref: string };
type ContactFields = { name: string; email: string };

export function clientFields({ name, ref }: { name: string; ref: string | null }): ClientFields {
  return { name: tidyName(name), ref: ref ?? "" };
}

export function contactFields({ name, email }: ContactFields): ContactFields {
  return { name: tidyName(name), email: email.toLowerCase() };
}

const differing = (rows: VersionRow[]) => rows.filter(({ theirs, mine }) => theirs !== mine);

export function compareClients(theirs: ClientFields, mine: ClientFields): VersionRow[] {
  return differing([
    { label: strings.name, theirs: theirs.name, mine: mine.name },
    { label: strings.ref, theirs: theirs.ref, mine: mine.ref },
  ]);
}

export function compareContacts(theirs: ContactFields, mine: ContactFields): VersionRow[] {
  return differing([
    { label: strings.contactName, theirs: theirs.name, mine: mine.name },
    { label: strings.contactEmail, theirs: theirs.email, mine: mine.email },
  ]);
}
