import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { endpoint, Refusal } from "../_shared/http.ts";
import type { SystemDatabase } from "../_shared/ports.ts";

interface HandlerOptions {
  database: SystemDatabase;
  webhookSecret: string | undefined;
}

/** Resend sends the tags as an object, other services as a list. */
const tags = z.union([
  z.object({ mail_id: z.uuid() }).transform(({ mail_id }) => mail_id),
  z
    .array(z.object({ name: z.string(), value: z.string() }))
    .transform((list) => list.find(({ name }) => name === "mail_id")?.value)
    .pipe(z.uuid()),
]);
const event = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().min(1),
    tags: tags.optional().catch(undefined),
    bounce: z.object({ type: z.string() }).optional().catch(undefined),
  }),
});

/**
 * `email.suppressed` means that the service did not send the email, because an earlier one bounced
 * or its reader complained.
 */
const UNDELIVERABLE = new Set(["email.bounced", "email.suppressed"]);

/**
 * Acknowledges reports about unknown emails, because Auth may send its codes through the same
 * account of the email service.
 * @see https://resend.com/docs/dashboard/webhooks/event-types
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    const body = await readSigned(request, options.webhookSecret);
    const parsed = event.safeParse(body);
    if (!parsed.success || !UNDELIVERABLE.has(parsed.data.type)) return { recorded: false };
    const { email_id, tags: emailId, bounce } = parsed.data.data;
    // After a temporary bounce, such as a full mailbox, the address may accept the next email.
    if (bounce?.type === "Transient") return { recorded: false };
    const recorded = await options.database.rpc("record_bounce", {
      provider_id: email_id,
      ...(emailId === undefined ? {} : { mail_id: emailId }),
    });
    return { recorded };
  });
}

/** Resend sends reports through Svix, which uses its own names for the signature headers. */
async function readSigned(request: Request, secret: string | undefined): Promise<unknown> {
  if (secret === undefined) throw new Refusal(503, "unavailable");
  const header = (name: string) =>
    request.headers.get(`svix-${name}`) ?? request.headers.get(`webhook-${name}`) ?? "";
  const text = await request.text();
  try {
    return new Webhook(secret).verify(text, {
      "webhook-id": header("id"),
      "webhook-timestamp": header("timestamp"),
      "webhook-signature": header("signature"),
    });
  } catch {
    throw new Refusal(401, "unauthorized");
  }
}
