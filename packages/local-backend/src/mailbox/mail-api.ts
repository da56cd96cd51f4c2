import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceContext, ServiceEnv } from "../service.ts";
import type { MessageStore } from "./store.ts";

/** Purpose of the internal token that Edge functions get as MAIL_API_KEY. */
const KEY_PURPOSE = "mail_api";
/** Resend's own bound. */
const MAX_RECIPIENTS = 50;
/** Resend's limit of 40 MB, in base64. */
const MAX_BODY_BYTES = 56 * 1024 * 1024;
/** How many idempotency keys are remembered. */
const MAX_KEYS = 1000;

const address = z
  .string()
  .trim()
  .regex(/^(?:[^<>]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, "Invalid email address");
const addresses = z
  .union([address.transform((one) => [one]), z.array(address)])
  .refine((list) => list.length <= MAX_RECIPIENTS, `At most ${MAX_RECIPIENTS} recipients`);
const attachment = z.object({ filename: z.string().optional(), content: z.unknown() });

const emailBody = z.object({
  from: address,
  to: addresses.refine((list) => list.length > 0, "At least one recipient"),
  subject: z.string().transform((subject) => subject.replaceAll(/[\r\n]+/g, " ")),
  html: z.string().optional(),
  text: z.string().optional(),
  cc: addresses.optional(),
  bcc: addresses.optional(),
  reply_to: addresses.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  attachments: z.array(attachment).optional(),
});
type EmailBody = z.output<typeof emailBody>;

/**
 * `POST /emails`, shaped as Resend's, so that the same Edge function sends here and in production.
 * @see https://resend.com/docs/api-reference/emails/send-email
 */
export function createMailApiRoutes(
  context: ServiceContext,
  store: MessageStore,
): { routes: Hono<ServiceEnv>; forget(): void } {
  /** Answers by idempotency key, as promises: two at once get the same. */
  const answers = new Map<string, Promise<string>>();
  const routes = new Hono<ServiceEnv>().post("/emails", async (c) => {
    if (!(await isKeyValid(context, c))) {
      return fail(
        c,
        401,
        "missing_api_key",
        "Missing or invalid API key in the authorization header",
      );
    }
    if (Number(c.req.header("content-length") ?? 0) > MAX_BODY_BYTES) {
      return fail(c, 422, "validation_error", "The email is larger than 40 MB.");
    }
    const parsed = emailBody.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join(".") || "body";
      return fail(
        c,
        422,
        "validation_error",
        `Invalid \`${field}\` field. ${issue?.message ?? ""}`,
      );
    }
    if (parsed.data.html === undefined && parsed.data.text === undefined) {
      return fail(c, 422, "missing_required_field", "Missing `html` or `text` field.");
    }
    const key = c.req.header("idempotency-key");
    const id = await once(answers, key, async () => (await keep(store, parsed.data)).id);
    return c.json({ id });
  });
  return { routes, forget: () => answers.clear() };
}

async function isKeyValid(context: ServiceContext, c: Context<ServiceEnv>): Promise<boolean> {
  const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (key === undefined) return false;
  if (await context.tokens.isServiceRole(key)) return true;
  return context.tokens.verifyInternal(KEY_PURPOSE, key).then(
    () => true,
    () => false,
  );
}

function keep(store: MessageStore, body: EmailBody) {
  const { reply_to: replyTo, attachments, tags, ...mail } = body;
  return store.add(
    {
      from: mail.from,
      to: mail.to,
      subject: mail.subject,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      ...(mail.text === undefined ? {} : { text: mail.text }),
      ...(mail.cc === undefined ? {} : { cc: mail.cc }),
      ...(mail.bcc === undefined ? {} : { bcc: mail.bcc }),
      ...(mail.headers === undefined ? {} : { headers: mail.headers }),
      ...(replyTo === undefined ? {} : { replyTo }),
    },
    {
      tags: tags ?? [],
      attachments: (attachments ?? []).map(({ filename, content }) => ({
        filename: filename ?? "attachment",
        bytes: typeof content === "string" ? Buffer.byteLength(content, "base64") : 0,
      })),
    },
  );
}

async function once(
  answers: Map<string, Promise<string>>,
  key: string | undefined,
  send: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return send();
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = send();
  answers.set(key, answer);
  const oldest = answers.size > MAX_KEYS ? answers.keys().next().value : undefined;
  if (oldest !== undefined) answers.delete(oldest);
  answer.catch(() => answers.delete(key));
  return answer;
}

function fail(c: Context, statusCode: 401 | 422, name: string, message: string): Response {
  return c.json({ statusCode, name, message }, statusCode);
}
