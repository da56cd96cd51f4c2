import { type Context, Hono } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { type EmailBody, readEmailBody } from "./email-body.ts";
import { IdempotencyKeys } from "./idempotency.ts";
import type { MessageStore } from "./store.ts";

/** Purpose of the tokens that functions get as `EMAIL_API_KEY`. */
const KEY_PURPOSE = "email_api";
/** Resend's limit. */
const MAX_KEY_CHARACTERS = 256;

/**
 * Compatible with Resend, so that the same function can send emails locally and in production.
 * @see https://resend.com/docs/api-reference/emails/send-email
 */
export function createEmailApiRoutes(
  context: ServiceContext,
  store: MessageStore,
): { routes: Hono<ServiceEnv>; forget(): void } {
  const keys = new IdempotencyKeys(() => context.now());
  const routes = new Hono<ServiceEnv>().post("/emails", async (c) => {
    const apiKey = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (apiKey === undefined) {
      const message =
        "Missing API key in the authorization header. Include the following header " +
        "`Authorization: Bearer YOUR_API_KEY` in the request.";
      return fail(c, 401, "missing_api_key", message);
    }
    if (!(await isKeyValid(context, apiKey))) {
      return fail(c, 401, "invalid_api_key", "API key is invalid");
    }
    const idempotencyKey = c.req.header("idempotency-key");
    if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
      const message = `The idempotency key must be 1 to ${MAX_KEY_CHARACTERS} characters long.`;
      return fail(c, 400, "invalid_idempotency_key", message);
    }
    const email = readEmailBody(await c.req.json().catch(() => undefined));
    if ("message" in email) return fail(c, 422, email.name, email.message);
    const send = async () => (await keep(store, email)).id;
    const id =
      idempotencyKey === undefined ? await send() : await keys.once(idempotencyKey, email, send);
    if (id === undefined) {
      const message = "This idempotency key has been used with another request body.";
      return fail(c, 409, "invalid_idempotent_request", message);
    }
    return c.json({ id });
  });
  return { routes, forget: () => keys.clear() };
}

async function isKeyValid(context: ServiceContext, key: string): Promise<boolean> {
  if (await context.tokens.isServiceRole(key)) return true;
  return context.tokens.verifyInternal(KEY_PURPOSE, key).then(
    () => true,
    () => false,
  );
}

function isIdempotencyKey(key: string): boolean {
  return key.length > 0 && key.length <= MAX_KEY_CHARACTERS;
}

function keep(store: MessageStore, body: EmailBody) {
  const { reply_to: replyTo, attachments, tags, ...email } = body;
  return store.add(
    {
      from: email.from,
      to: email.to,
      subject: email.subject,
      ...(email.html === undefined ? {} : { html: email.html }),
      ...(email.text === undefined ? {} : { text: email.text }),
      ...(email.cc === undefined ? {} : { cc: email.cc }),
      ...(email.bcc === undefined ? {} : { bcc: email.bcc }),
      ...(email.headers === undefined ? {} : { headers: email.headers }),
      ...(replyTo === undefined ? {} : { replyTo }),
    },
    {
      tags: tags ?? [],
      attachments: (attachments ?? []).map(({ filename, content, path }) => ({
        filename: filename ?? path?.split("/").at(-1) ?? "attachment",
        bytes: content ?? 0,
      })),
    },
  );
}

function fail(c: Context, statusCode: 400 | 401 | 409 | 422, name: string, message: string) {
  return c.json({ statusCode, name, message }, statusCode);
}
