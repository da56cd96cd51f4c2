import { z } from "zod";
import { ownSlug } from "@/features/orgs/schema";

export const KINDS = {
  requests: ["request.", "recipient.", "reminder."],
  items: ["item.", "submission."],
  files: ["file."],
  mail: ["mail.", "email."],
  clients: ["client.", "contact.", "template."],
  team: ["member.", "invitation."],
  settings: ["org."],
} as const;

export type Kind = keyof typeof KINDS;

export const SYSTEM = "system";

const id = z.coerce.number().int().positive();

export const filterSchema = z.object({
  kind: z
    .enum(Object.keys(KINDS) as [Kind, ...Kind[]])
    .optional()
    .catch(undefined),
  who: z
    .union([z.uuid(), z.literal(SYSTEM)])
    .optional()
    .catch(undefined),
  before: id.optional().catch(undefined),
  /** Takes precedence over `before`. */
  after: id.optional().catch(undefined),
});

export type AuditFilters = z.infer<typeof filterSchema>;

export const verifyAuditSchema = z.object({
  org: ownSlug,
  after: z.coerce.number().int().nonnegative().catch(0),
  checked: z.coerce.number().int().nonnegative().catch(0),
});
