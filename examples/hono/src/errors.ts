// integration: begin
import type { BackendError } from "@dossier/backend-client";

// integration: end

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_credentials: "The email or the password is wrong.",
  origin_mismatch: "This form was sent from another site. Open the page and send it again.",
  otp_expired: "The code is wrong or has expired.",
  validation_failed: "Enter an email address and a password.",
};

export function describe({ code, kind }: BackendError): string {
  const other = kind === "network" ? "Wait a minute, then try again." : "Try again.";
  return SENTENCES[code] ?? other;
}

/**
 * Returns whether the form that asks for a code may show this error. A timeout would reveal that an
 * account exists, because Auth waits for the email only if the address has an account.
 */
export function isForEveryone({ code, kind }: BackendError): boolean {
  return (kind === "network" && code !== "timeout") || code === "validation_failed";
}
