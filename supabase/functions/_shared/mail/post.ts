/** A rendered mail, ready for the mail service. */
export interface RenderedMail {
  /** The outbox's id: the mail service repeats it when it reports a bounce. */
  mailId: string;
  from: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
}

/**
 * What became of a try. `error` is a short code without any part of the mail; `limited` says
 * that the mail service takes no more for now, which is no failure of this mail.
 */
export type Delivery =
  | { outcome: "sent"; providerId: string | undefined }
  | { outcome: "limited"; error: string; waitMilliseconds: number }
  | { outcome: "retry" | "failed"; error: string };

interface PostOptions {
  url: string;
  apiKey: string;
  fetch?: typeof fetch;
}

/** Longest wait for the mail service. Far below the lease of two minutes. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Posts one mail to a Resend-shaped API.
 * @param idempotencyKey the outbox's dedupe key: a try after a lost answer sends nothing twice
 * @see https://resend.com/docs/api-reference/emails/send-email
 */
export async function postMail(
  mail: RenderedMail,
  idempotencyKey: string,
  options: PostOptions,
): Promise<Delivery> {
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(options.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: JSON.stringify({
        from: mail.from,
        to: [mail.to],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        tags: [{ name: "mail_id", value: mail.mailId }],
        ...(mail.replyTo === undefined ? {} : { reply_to: mail.replyTo }),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch {
    return { outcome: "retry", error: "network" };
  }
  const body: unknown = await response.json().catch(() => undefined);
  const { status } = response;
  if (response.ok) return { outcome: "sent", providerId: readText(body, "id") };
  // The key was used with other words (a digest grew after a lost answer): that one was sent.
  if (status === 409 && readText(body, "name") === "invalid_idempotent_request") {
    return { outcome: "sent", providerId: undefined };
  }
  if (status === 429) {
    const waitMilliseconds = readWait(response.headers.get("retry-after"));
    return { outcome: "limited", error: "http_429", waitMilliseconds };
  }
  // 401 and 403: the key or the sender's domain is wrong, which the operator can still mend.
  const isTransient = [401, 403, 409].includes(status) || status >= 500;
  return { outcome: isTransient ? "retry" : "failed", error: `http_${status}` };
}

/** Milliseconds of a `Retry-After` in seconds; one second where it is missing or a date. */
function readWait(retryAfter: string | null): number {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 1_000;
}

function readText(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
}
