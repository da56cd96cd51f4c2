import type { BackendError } from "@dossier/backend-client";

/**
 * The outcome of a request for a code. `unsent`: no email was due, for example because the email
 * address has no account. `paused`: the address must wait before it gets another code. `limited`:
 * the auth service has reached its hourly email limit. `failed`: a due email was not sent.
 */
export type CodeOutcome = "sent" | "unsent" | "paused" | "limited" | "failed";

/** These errors would reveal whether an account exists, so they are treated as success. */
const UNSENT: ReadonlySet<string> = new Set([
  "otp_disabled",
  "user_already_exists",
  "signup_disabled",
]);

/**
 * The service returns these errors before it looks for an account, so showing them reveals no
 * account.
 */
const SAME_FOR_EVERYONE: ReadonlySet<string> = new Set([
  "over_request_rate_limit",
  "validation_failed",
  "captcha_failed",
  "email_provider_disabled",
]);

type Failure = Pick<BackendError, "kind" | "code" | "status" | "retryAfterSeconds">;

/** Supports services with and without the Send Email hook. */
function hasFailed({ kind, code, status = 0 }: Failure): boolean {
  // The service sends the email during this request, so count a timeout as a failed email.
  if (kind === "network") return code === "timeout";
  if (kind !== "auth") return false;
  return (
    status >= 500 ||
    code === "email_address_not_authorized" ||
    code.startsWith("hook_") ||
    // The status is from the Send Email hook. It is 429 if the address must wait.
    (code === "unknown" && status !== 429)
  );
}

/** @returns undefined for an error that does not concern the email */
export function codeOutcome(error: Failure | null): CodeOutcome | undefined {
  if (error === null) return "sent";
  const { kind, code, status, retryAfterSeconds } = error;
  if (kind === "auth" && code === "over_email_send_rate_limit") {
    // Two limits have this code. Only the limit of one email per minute sends the seconds to wait.
    return retryAfterSeconds === undefined ? "limited" : "paused";
  }
  if (kind === "auth" && code === "unknown" && status === 429) return "paused";
  return hasFailed(error) ? "failed" : undefined;
}

/**
 * Maps the result of a visitor's request for a code to an outcome.
 * @param options.mayCreate whether the request may create an account. If it may, known and unknown
 * addresses get the same errors
 * @returns undefined if every address gets this error, so that the caller may show it. Other errors
 * must not be shown, because they would reveal that an account exists
 */
export function visitorCodeOutcome(
  error: Failure | null,
  { mayCreate }: { mayCreate: boolean },
): CodeOutcome | undefined {
  if (error?.kind === "auth" && UNSENT.has(error.code)) return "unsent";
  const outcome = codeOutcome(error);
  if (outcome !== undefined || error?.kind !== "auth" || error.status === undefined) return outcome;
  if (SAME_FOR_EVERYONE.has(error.code)) return undefined;
  // If the request creates no account, only an address that has an account but cannot receive email
  // gets this error.
  if (error.code === "email_address_invalid") return mayCreate ? undefined : "unsent";
  return "failed";
}
