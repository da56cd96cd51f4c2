import { type Clocks, startCounting } from "../config/elapsed.js";
import { isRefreshDue } from "../session/refresh-policy.js";
import type { PublicSession, SessionClaims } from "../session/session.js";

/** How long a token lives, counted from the moment it was received. */
export interface Lifetime {
  /** Seconds left; negative when over. */
  remainingSeconds(): number;
  isDue(): boolean;
}

/** Seconds that a token lives as a whole; undefined when it does not say. */
function wholeLife({ iat, exp }: SessionClaims): number | undefined {
  return iat === undefined ? undefined : exp - iat;
}

/** Seconds that the tokens of a session live; undefined without one. */
export function lifetimeOf(session: PublicSession | null): number | undefined {
  return session?.status === "authenticated" ? wholeLife(session.claims) : undefined;
}

/**
 * Starts counting a lifetime that the server stated. The device's date is compared with itself
 * only, so a wrong date changes nothing.
 */
export function startLifetime(
  { expiresInSeconds, claims }: Extract<PublicSession, { status: "authenticated" }>,
  clocks: Clocks,
): Lifetime {
  const elapsed = startCounting(clocks);
  const remainingSeconds = () => expiresInSeconds - elapsed() / 1000;
  return { remainingSeconds, isDue: () => isRefreshDue(remainingSeconds(), wholeLife(claims)) };
}
