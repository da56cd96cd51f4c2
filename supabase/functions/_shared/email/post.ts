export interface RenderedEmail {
  /**
   * The email's id in the outbox. For a code email, `HookRequest.id`, which is different for each
   * attempt of a call. The email service sends this id back when it reports a bounce.
   */
  emailId: string;
  from: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * The result of one request to the email service. `error` is a short code that contains no part of
 * the email. `limited` means that the service accepts no more emails for now. `unavailable` means
 * that the request failed for a reason that may affect every email. `retry` and `failed` concern
 * only this email.
 */
export type Delivery =
  | { outcome: "sent"; providerId: string | undefined }
  | { outcome: "limited"; error: string; waitMilliseconds: number }
  | { outcome: "unavailable"; error: string; mayHaveArrived: boolean }
  | { outcome: "retry" | "failed"; error: string };

interface PostOptions {
  url: string;
  apiKey: string;
  fetch?: typeof fetch;
}

/** The timeout must be much shorter than an email's lease of two minutes. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Sends one email through an API like Resend's.
 * @param idempotencyKey a repeated request with the same key sends no second email. For an email of
 * the outbox, this is its dedupe key, which is the same for all attempts.
 * @see https://resend.com/docs/api-reference/emails/send-email
 */
export async function postEmail(
  email: RenderedEmail,
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
        from: email.from,
        to: [email.to],
        subject: email.subject,
        text: email.text,
        html: email.html,
        headers: email.headers,
        tags: [{ name: "mail_id", value: email.emailId }],
        ...(email.replyTo === undefined ? {} : { reply_to: email.replyTo }),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch {
    return { outcome: "unavailable", error: "network", mayHaveArrived: true };
  }
  const body: unknown = await response.json().catch(() => undefined);
  const { status } = response;
  if (response.ok) return { outcome: "sent", providerId: readText(body, "id") };
  // An earlier attempt used this idempotency key with other content. Its response was lost, and the
  // content has changed since then. The earlier attempt sent the email.
  if (status === 409 && readText(body, "name") === "invalid_idempotent_request") {
    return { outcome: "sent", providerId: undefined };
  }
  if (status === 429) {
    const waitMilliseconds = readWait(response.headers.get("retry-after"));
    return { outcome: "limited", error: "http_429", waitMilliseconds };
  }
  const error = `http_${status}`;
  // These errors concern only this email. Its address or content is rejected, or another request
  // with its idempotency key is still running.
  if ([400, 413, 422].includes(status)) return { outcome: "failed", error };
  if (status === 409) return { outcome: "retry", error };
  // Any other error may affect every email: an outage, or a wrong API key, sender domain or URL.
  return { outcome: "unavailable", error, mayHaveArrived: status >= 500 && status !== 503 };
}

/**
 * Returns the requested wait in milliseconds. The default is one second, even if the header
 * contains a date.
 */
function readWait(retryAfter: string | null): number {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 1_000;
}

function readText(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
}
