import type { BackendError } from "@dossier/backend-client";

/**
 * What became of a request for a code. `unsent`: no email was due, as for an address without an account
 * or one that cannot receive email. `paused`: this address got one a moment ago. `limited`: the project
 * may send no more emails this hour. `failed`: the email should have left and did not.
 */
export type CodeOutcome = "sent" | "unsent" | "paused" | "limited" | "failed";

/** Codes for which no email is due. They look like success, so that no one learns who has an account. */
const UNSENT: ReadonlySet<string> = new Set([
  "otp_disabled",
  "user_already_exists",
  "signup_disabled",
]);

/** Refusals that the service decides before it looks for an account: they are the same for everyone. */
const SAME_FOR_EVERYONE: ReadonlySet<string> = new Set([
  "over_request_rate_limit",
  "validation_failed",
  "captcha_failed",
  "email_provider_disabled",
]);

type Failure = Pick<BackendError, "kind" | "code" | "status" | "retryAfterSeconds">;

/** Whether an email that was due did not leave: with the Send Email hook and without it. */
function hasFailed({ kind, code, status = 0 }: Failure): boolean {
  // The service sends the email while we wait: one that hangs ends in a timeout of ours or of its own.
  if (kind === "network") return code === "timeout";
  if (kind !== "auth") return false;
  return (
    status >= 500 ||
    code === "email_address_not_authorized" ||
    code.startsWith("hook_") ||
    // The status is the hook's own. Its 429 is the pause of an address.
    (code === "unknown" && status !== 429)
  );
}

/**
 * What became of a request for a code that a signed-in user made.
 * @returns undefined for an error that is not about the email
 */
export function codeOutcome(error: Failure | null): CodeOutcome | undefined {
  if (error === null) return "sent";
  const { kind, code, status, retryAfterSeconds } = error;
  if (kind === "auth" && code === "over_email_send_rate_limit") {
    // One email a minute comes with the seconds to wait, the hourly limit without.
    return retryAfterSeconds === undefined ? "limited" : "paused";
  }
  if (kind === "auth" && code === "unknown" && status === 429) return "paused";
  return hasFailed(error) ? "failed" : undefined;
}

/**
 * What became of a visitor's request for a code. What only a known address can meet is never undefined.
 * @param options.mayCreate whether the code may make a new account: then every address is known
 * @returns undefined for an error that every address meets alike
 */
export function visitorCodeOutcome(
  error: Failure | null,
  { mayCreate }: { mayCreate: boolean },
): CodeOutcome | undefined {
  if (error?.kind === "auth" && UNSENT.has(error.code)) return "unsent";
  const outcome = codeOutcome(error);
  if (outcome !== undefined || error?.kind !== "auth" || error.status === undefined) return outcome;
  if (SAME_FOR_EVERYONE.has(error.code)) return undefined;
  // The address cannot receive email, so none was due. Without `mayCreate` only an account meets this.
  if (error.code === "email_address_invalid") return mayCreate ? undefined : "unsent";
  return "failed";
}
