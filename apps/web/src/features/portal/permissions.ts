import type { MyStanding } from "@/features/portal/types";

/** The database enforces this in `private.has_recent_otp`. Here it only explains a refusal. */
const CODE_SECONDS = 30 * 86_400;

type Proof = { method: string; timestamp: number };

/** True if a code was typed within 30 days. A password never opens requests or joins a firm. */
export function hasContactCode(amr: readonly Proof[], nowSeconds: number): boolean {
  return amr.some(
    ({ method, timestamp }) => method === "otp" && timestamp > nowSeconds - CODE_SECONDS,
  );
}

/**
 * Returns the reason why a signed-in user cannot open a request. It reveals only the access of the
 * user's own proven address: without a recent code, every user gets the same reason.
 */
export function standingOf(hasCode: boolean, hadAccess: boolean): MyStanding {
  if (!hasCode) return "code";
  return hadAccess ? "ended" : "other";
}
