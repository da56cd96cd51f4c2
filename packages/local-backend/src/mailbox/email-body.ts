import { z } from "zod";

/** Resend's limit. */
const MAX_RECIPIENTS = 50;
/** Resend's format. */
const TAG = /^[A-Za-z0-9_-]{1,256}$/;
/** Fields of Resend that the mailbox refuses. */
const NOT_OFFERED = ["scheduled_at", "template", "topic_id"] as const;

const FORMAT =
  "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";

const address = z
  .string()
  .trim()
  .regex(/^(?:[^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, FORMAT);
const addresses = z
  .union([address.transform((one) => [one]), z.array(address)], FORMAT)
  .refine(
    (list) => list.length <= MAX_RECIPIENTS,
    `The field must not list more than ${MAX_RECIPIENTS} recipients.`,
  );
const attachment = z
  .object({
    filename: z.string().optional(),
    content: z
      .union([
        z.string().transform((text) => Buffer.byteLength(text, "base64")),
        z
          .object({ type: z.literal("Buffer"), data: z.array(z.number()) })
          .transform(({ data }) => data.length),
      ])
      .optional(),
    /** Resend fetches the file from this URL. The mailbox does not. */
    path: z.string().optional(),
  })
  .refine(
    ({ content, path }) => content !== undefined || path !== undefined,
    "Each attachment needs `content` or `path`.",
  );
const tagText = z
  .string()
  .regex(TAG, "Tags should only contain ASCII letters, numbers, underscores, or dashes.");

const emailBody = z.object({
  from: address,
  to: addresses.refine((list) => list.length > 0, "The field must list at least one recipient."),
  subject: z.string().transform((subject) => subject.replaceAll(/[\r\n]+/g, " ")),
  html: z.string().optional(),
  text: z.string().optional(),
  cc: addresses.optional(),
  bcc: addresses.optional(),
  reply_to: addresses.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.object({ name: tagText, value: tagText })).optional(),
  attachments: z.array(attachment).optional(),
});

export type EmailBody = z.output<typeof emailBody>;

export interface BodyRefusal {
  name: string;
  message: string;
}

/** Error names are from https://resend.com/docs/api-reference/errors. */
export function readEmailBody(body: unknown): EmailBody | BodyRefusal {
  if (typeof body !== "object" || body === null) {
    return { name: "validation_error", message: "The body is not a JSON object." };
  }
  const given: Partial<Record<string, unknown>> = { ...body };
  const ignored = NOT_OFFERED.find((field) => given[field] !== undefined);
  if (ignored !== undefined) {
    return {
      name: "validation_error",
      message: `The local backend does not support the \`${ignored}\` field.`,
    };
  }
  const missing = ["from", "to", "subject"].find((field) => given[field] === undefined);
  if (missing !== undefined) return missingField(missing);
  const parsed = emailBody.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = String(issue?.path[0] ?? "body");
    const names: Readonly<Record<string, string>> = {
      from: "invalid_from_address",
      attachments: "invalid_attachment",
    };
    return {
      name: names[field] ?? "validation_error",
      message: `Invalid \`${field}\` field. ${issue?.message ?? ""}`.trim(),
    };
  }
  const { html, text } = parsed.data;
  return html === undefined && text === undefined ? missingField("html` or `text") : parsed.data;
}

function missingField(field: string): BodyRefusal {
  return { name: "missing_required_field", message: `Missing \`${field}\` field.` };
}
