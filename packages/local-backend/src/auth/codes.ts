import { createHash, randomBytes, randomInt } from "node:crypto";

/** Prefix of the hash of a code whose link leads to a PKCE exchange. */
export const PKCE_PREFIX = "pkce_";

/** Returns uniformly random decimal digits. */
export function createOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** Returns the SHA-224 hash of address and code, in hex. */
export function hashOtp(address: string, otp: string): string {
  return createHash("sha224")
    .update(address + otp)
    .digest("hex");
}

/** Returns 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString("base64url");
}

/** Returns 256 random bits, as the password of an account that is created without one. */
export function createUnknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
