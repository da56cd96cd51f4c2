import { createHash, randomBytes, randomInt } from "node:crypto";

/** Marks the hash of a code whose link ends in a PKCE exchange. */
export const PKCE_PREFIX = "pkce_";

/** A code of decimal digits, each drawn evenly. */
export function createOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** What is stored, and mailed in links, instead of the code: SHA-224 of address and code, in hex. */
export function hashOtp(address: string, otp: string): string {
  return createHash("sha224")
    .update(address + otp)
    .digest("hex");
}

/** An opaque refresh token: 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString("base64url");
}

/** A password nobody knows, for accounts that are created without one: 256 random bits. */
export function createUnknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
