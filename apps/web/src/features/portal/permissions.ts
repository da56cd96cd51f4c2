import type { MyStanding } from "@/features/portal/types";

/** How long a typed code proves an address: `private.has_recent_otp` decides, this only explains. */
const CODE_SECONDS = 30 * 86_400;

type Proof = { method: string; timestamp: number };

/**
 * Whether a session may open requests at all, or join a firm: a code typed within 30 days; a password
 * never does.
 */
export function hasContactCode(amr: readonly Proof[], nowSeconds: number): boolean {
  return amr.some(
    ({ method, timestamp }) => method === "otp" && timestamp > nowSeconds - CODE_SECONDS,
  );
}

/**
 * Why a signed-in person stands before a door that does not open. Only what their own proven address
 * had is told; without a recent code everybody reads the same.
 */
export function standingOf(hasCode: boolean, hadAccess: boolean): MyStanding {
  if (!hasCode) return "code";
  return hadAccess ? "ended" : "other";
}
