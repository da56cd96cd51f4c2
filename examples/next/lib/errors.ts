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
 * A request for a code shows only these errors. Auth sends the email before it responds, and only
 * to an address with an account, so other errors could reveal whether an account exists.
 */
export function isForEveryone({ code, kind }: BackendError): boolean {
  return (kind === "network" && code !== "timeout") || code === "validation_failed";
}
