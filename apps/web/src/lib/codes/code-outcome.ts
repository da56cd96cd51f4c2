import type { BackendError } from "@dossier/backend-client";

/**
 * The outcome of a request for a code. `unsent`: no email was due, because the address has no
 * account or cannot receive email. `paused`: this address got a code less than a minute or two ago.
 * `limited`: the project may send no more emails this hour. `failed`: an email was due and was not
 * sent.
 */
export type CodeOutcome = "sent" | "unsent" | "paused" | "limited" | "failed";

/**
 * With these codes, no email is due. Treat them as success, so that they do not reveal accounts.
 */
const UNSENT: ReadonlySet<string> = new Set([
  "otp_disabled",
  "user_already_exists",
  "signup_disabled",
]);

/**
 * The service returns these before it looks for an account, so they are the same for every address.
 */
const SAME_FOR_EVERYONE: ReadonlySet<string> = new Set([
  "over_request_rate_limit",
  "validation_failed",
  "captcha_failed",
  "email_provider_disabled",
]);

type Failure = Pick<BackendError, "kind" | "code" | "status" | "retryAfterSeconds">;

/**
 * Returns true if an email was due and was not sent. Handles services with and without the Send
 * Email hook.
 */
function hasFailed({ kind, code, status = 0 }: Failure): boolean {
  // The service sends the email during this request. If sending hangs, either the service or our
  // request times out.
  if (kind === "network") return code === "timeout";
  if (kind !== "auth") return false;
  return (
    status >= 500 ||
    code === "email_address_not_authorized" ||
    code.startsWith("hook_") ||
    // The hook chose this status. 429 means that it paused this address.
    (code === "unknown" && status !== 429)
  );
}

/**
 * Returns the outcome of a request for a code by a signed-in user.
 * @returns undefined for an error that has nothing to do with the email
 */
export function codeOutcome(error: Failure | null): CodeOutcome | undefined {
  if (error === null) return "sent";
  const { kind, code, status, retryAfterSeconds } = error;
  if (kind === "auth" && code === "over_email_send_rate_limit") {
    // The limit of one email a minute comes with the seconds to wait. The hourly limit does not.
    return retryAfterSeconds === undefined ? "limited" : "paused";
  }
  if (kind === "auth" && code === "unknown" && status === 429) return "paused";
  return hasFailed(error) ? "failed" : undefined;
}

/**
 * Maps the result of a visitor's request for a code to an outcome.
 * @param options.mayCreate whether the request may create an account. Known and unknown addresses
 *   then get the same errors
 * @returns undefined if every address gets this error, so the caller may show it. Other errors must
 *   not be shown, because they would reveal that an account exists
 */
export function visitorCodeOutcome(
  error: Failure | null,
  { mayCreate }: { mayCreate: boolean },
): CodeOutcome | undefined {
  if (error?.kind === "auth" && UNSENT.has(error.code)) return "unsent";
  const outcome = codeOutcome(error);
  if (outcome !== undefined || error?.kind !== "auth" || error.status === undefined) return outcome;
  if (SAME_FOR_EVERYONE.has(error.code)) return undefined;
  // Without `mayCreate`, this error means that the account exists and its address cannot receive
  // email.
  if (error.code === "email_address_invalid") return mayCreate ? undefined : "unsent";
  return "failed";
}
