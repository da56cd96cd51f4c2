import type { MyStanding } from "@/features/portal/types";

/**
 * The database enforces the limit in `private.has_recent_otp`. The app uses it only to explain a
 * refusal.
 */
const CODE_SECONDS = 30 * 86_400;

type Proof = { method: string; timestamp: number };

/**
 * True if the user typed a code within the last 30 days. A password alone never opens a request or
 * joins a firm.
 */
export function hasContactCode(amr: readonly Proof[], nowSeconds: number): boolean {
  return amr.some(
    ({ method, timestamp }) => method === "otp" && timestamp > nowSeconds - CODE_SECONDS,
  );
}

/**
 * Returns why a signed-in user cannot open a request. Without a recent code, every user gets the
 * same reason, so a user learns nothing about an address that they have not proven.
 */
export function standingOf(hasCode: boolean, hadAccess: boolean): MyStanding {
  if (!hasCode) return "code";
  return hadAccess ? "ended" : "other";
}
