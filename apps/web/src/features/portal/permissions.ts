import type { AccessState } from "@/features/portal/types";

/**
 * The database enforces this limit in `private.has_recent_otp`. The app uses it only to explain a
 * refusal.
 */
const CODE_SECONDS = 30 * 86_400;

type Proof = { method: string; timestamp: number };

/** A password alone never opens a request or joins a firm. */
export function hasContactCode(amr: readonly Proof[], nowSeconds: number): boolean {
  return amr.some(
    ({ method, timestamp }) => method === "otp" && timestamp > nowSeconds - CODE_SECONDS,
  );
}

/**
 * Every user without a recent code gets the same state, so that the state reveals nothing about an
 * email address that the user has not confirmed.
 */
export function accessStateOf(hasCode: boolean, hadAccess: boolean): AccessState {
  if (!hasCode) return "code";
  return hadAccess ? "ended" : "other";
}
