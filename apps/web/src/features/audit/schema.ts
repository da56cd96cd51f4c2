import { z } from "zod";
import { ownSlug } from "@/features/orgs/schema";

/** The kinds of event to filter by, each with the prefixes of its actions. */
export const KINDS = {
  requests: ["request.", "recipient.", "reminder."],
  items: ["item.", "submission."],
  files: ["file."],
  mail: ["mail."],
  clients: ["client.", "contact.", "template."],
  team: ["member.", "invitation."],
  settings: ["org."],
} as const;

/** A kind of event. */
export type Kind = keyof typeof KINDS;

/** Represents Dossier in the filter by actor. */
export const SYSTEM = "system";

const id = z.coerce.number().int().positive();

/** The filters from the address. Invalid values are ignored. */
export const filterSchema = z.object({
  kind: z
    .enum(Object.keys(KINDS) as [Kind, ...Kind[]])
    .optional()
    .catch(undefined),
  who: z
    .union([z.uuid(), z.literal(SYSTEM)])
    .optional()
    .catch(undefined),
  /** The list continues below this event. */
  before: id.optional().catch(undefined),
});

export type AuditFilters = z.infer<typeof filterSchema>;

/** Fields of the form that verifies: the firm, and how far it got. */
export const verifySchema = z.object({
  org: ownSlug,
  after: z.coerce.number().int().nonnegative().catch(0),
  checked: z.coerce.number().int().nonnegative().catch(0),
});
