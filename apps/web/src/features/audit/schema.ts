import { z } from "zod";
import { ownSlug } from "@/features/orgs/schema";

/** Kinds of event to filter by, each with the beginnings of its actions. */
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

/** Stands for Dossier where events are filtered by who did it. */
export const SYSTEM = "system";

const id = z.coerce.number().int().positive();

/** Filters as they stand in the address; what does not fit is left out. */
export const filterSchema = z.object({
  kind: z
    .enum(Object.keys(KINDS) as [Kind, ...Kind[]])
    .optional()
    .catch(undefined),
  who: z
    .union([z.uuid(), z.literal(SYSTEM)])
    .optional()
    .catch(undefined),
  /** The list goes on below this event. */
  before: id.optional().catch(undefined),
});

/** What {@link filterSchema} yields. */
export type AuditFilters = z.infer<typeof filterSchema>;

/** Fields of the form that verifies: the firm, and how far it got. */
export const verifySchema = z.object({
  org: ownSlug,
  after: z.coerce.number().int().nonnegative().catch(0),
  checked: z.coerce.number().int().nonnegative().catch(0),
});
