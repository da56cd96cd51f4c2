export interface RenderedEmail {
  /** The outbox's id. The email service returns it when it reports a bounce. */
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
 * The result of one request. `error` is a short code without any part of the email. `limited`: the
 * email service accepts no more for now. `unavailable`: it rejected the email for a reason that may
 * affect every email. `retry` and `failed` concern this email only.
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

/** Far below the lease of two minutes. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Sends one email through an API like Resend's.
 * @param idempotencyKey the outbox's dedupe key, so that a retry after a lost response sends no
 * second email
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
  // The key was used with other content, because a digest grew after a lost response. That email
  // was sent.
  if (status === 409 && readText(body, "name") === "invalid_idempotent_request") {
    return { outcome: "sent", providerId: undefined };
  }
  if (status === 429) {
    const waitMilliseconds = readWait(response.headers.get("retry-after"));
    return { outcome: "limited", error: "http_429", waitMilliseconds };
  }
  const error = `http_${status}`;
  // Errors of this email: its address or content is rejected, or a request with its key is running.
  if ([400, 413, 422].includes(status)) return { outcome: "failed", error };
  if (status === 409) return { outcome: "retry", error };
  // Anything else, such as a wrong key, sender domain or URL, needs the operator.
  return { outcome: "unavailable", error, mayHaveArrived: status >= 500 && status !== 503 };
}

/** Returns milliseconds: one second if the header is missing or a date. */
function readWait(retryAfter: string | null): number {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 1_000;
}

function readText(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
}
