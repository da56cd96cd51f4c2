import type { Factor } from "@supabase/supabase-js";
import { BackendError } from "../errors/backend-error.js";

const SUPPORTED: ReadonlySet<string> = new Set(["totp", "phone"]);

export function refuseUnsupportedFactors(factors: readonly Factor[]): void {
  const verified = factors.filter(({ status }) => status === "verified");
  if (verified.length === 0) return;
  if (verified.some(({ factor_type }) => SUPPORTED.has(factor_type))) return;
  throw new BackendError({
    kind: "auth",
    code: "factor_unsupported",
    message:
      "A second factor is required, but the SDK supports none of this user's factors. It supports authenticator apps (TOTP) and phones, not WebAuthn.",
    operation: "auth.aal2",
  });
}
