import type { AmrEntry, SessionClaims } from "./session.js";

/** A project's token hook may write `amr` as plain names (RFC 8176), which have no time. */
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

export function secondFactorAt({ amr }: Pick<SessionClaims, "amr">): number {
  const proofs = amr?.filter(({ method }) => /^(totp|phone|mfa\/|webauthn)/.test(method)) ?? [];
  return Math.max(0, ...proofs.map(({ timestamp }) => timestamp));
}
