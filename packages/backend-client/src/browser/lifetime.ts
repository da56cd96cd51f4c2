import { type Clocks, startCounting } from "../config/elapsed.js";
import { isRefreshDue } from "../session/refresh-policy.js";
import type { PublicSession, SessionClaims } from "../session/session.js";

export interface Lifetime {
  remainingSeconds(): number;
  isDue(): boolean;
}

function wholeLife({ iat, exp }: SessionClaims): number | undefined {
  return iat === undefined ? undefined : exp - iat;
}

export function lifetimeOf(session: PublicSession | null): number | undefined {
  return session?.status === "authenticated" ? wholeLife(session.claims) : undefined;
}

/** Measures elapsed time instead of comparing dates, because the device's date may be wrong. */
export function startLifetime(
  { expiresInSeconds, claims }: Extract<PublicSession, { status: "authenticated" }>,
  clocks: Clocks,
): Lifetime {
  const elapsed = startCounting(clocks);
  const remainingSeconds = () => expiresInSeconds - elapsed() / 1000;
  return { remainingSeconds, isDue: () => isRefreshDue(remainingSeconds(), wholeLife(claims)) };
}
