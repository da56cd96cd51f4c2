import { type Clocks, startCounting } from "../config/elapsed.js";
import { isRefreshDue } from "../session/refresh-policy.js";
import type { PublicSession, SessionClaims } from "../session/session.js";

/** The lifetime of a token, counted from its receipt. */
export interface Lifetime {
  /** Returns the seconds left; negative after expiry. */
  remainingSeconds(): number;
  isDue(): boolean;
}

/**
 * Returns the whole lifetime of a token in seconds, or undefined if the token does not state it.
 */
function wholeLife({ iat, exp }: SessionClaims): number | undefined {
  return iat === undefined ? undefined : exp - iat;
}

/** Returns the lifetime of a session's tokens in seconds, or undefined without a session. */
export function lifetimeOf(session: PublicSession | null): number | undefined {
  return session?.status === "authenticated" ? wholeLife(session.claims) : undefined;
}

/**
 * Starts counting a lifetime that the server stated. It compares the device's clock only with
 * itself, so a wrong date has no effect.
 */
export function startLifetime(
  { expiresInSeconds, claims }: Extract<PublicSession, { status: "authenticated" }>,
  clocks: Clocks,
): Lifetime {
  const elapsed = startCounting(clocks);
  const remainingSeconds = () => expiresInSeconds - elapsed() / 1000;
  return { remainingSeconds, isDue: () => isRefreshDue(remainingSeconds(), wholeLife(claims)) };
}
