export interface RenderedEmail {
  /**
   * Id in the outbox, or `HookRequest.id` for a code. If the email bounces, the email service sends
   * this id in its report.
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
 * `limited`: the service accepts no more emails for now. `unavailable`: the failure may affect
 * every email. `retry` and `failed` concern only this email. `error` contains no part of the email.
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

/** Must be much shorter than an email's lease of two minutes. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * @param idempotencyKey the service sends no second email for the same key
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
  // An earlier attempt sent the email. Its response was lost, and the content has changed since
  // then.
  if (status === 409 && readText(body, "name") === "invalid_idempotent_request") {
    return { outcome: "sent", providerId: undefined };
  }
  if (status === 429) {
    const waitMilliseconds = readWait(response.headers.get("retry-after"));
    return { outcome: "limited", error: "http_429", waitMilliseconds };
  }
  const error = `http_${status}`;
  // Only this email is affected: its address or content is rejected, or another request with its
  // idempotency key is still running.
  if ([400, 413, 422].includes(status)) return { outcome: "failed", error };
  if (status === 409) return { outcome: "retry", error };
  // The failure may affect every email: the service is down, or the API key, sender domain or URL
  // is wrong.
  return { outcome: "unavailable", error, mayHaveArrived: status >= 500 && status !== 503 };
}

/** Returns milliseconds. A missing header or a header with a date counts as one second. */
function readWait(retryAfter: string | null): number {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 1_000;
}

function readText(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
}
