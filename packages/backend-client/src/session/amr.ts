import type { AmrEntry, SessionClaims } from "./session.js";

/**
 * The ways of proof a token names. A hook of the project may have written them as plain names, as
 * RFC 8176 does: those have no time, so their timestamp is 0. Anything else is left out.
 */
export function parseAmr(value: unknown): AmrEntry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [{ method: entry, timestamp: 0 }];
    if (typeof entry !== "object" || entry === null || !("method" in entry)) return [];
    if (typeof entry.method !== "string") return [];
    const known = "timestamp" in entry && typeof entry.timestamp === "number";
    return [{ ...entry, method: entry.method, timestamp: known ? Number(entry.timestamp) : 0 }];
  });
}

/** When a second factor was last proven, in seconds since the epoch; 0 when no token says so. */
export function secondFactorAt({ amr }: Pick<SessionClaims, "amr">): number {
  const proofs = amr?.filter(({ method }) => /^(totp|phone|mfa\/|webauthn)/.test(method)) ?? [];
  return Math.max(0, ...proofs.map(({ timestamp }) => timestamp));
}
