import { createHash, randomBytes, randomInt } from "node:crypto";

/** Prefix of the hash of a code whose link ends in a PKCE exchange. */
export const PKCE_PREFIX = "pkce_";

/** Creates a code of uniformly random decimal digits. */
export function createOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** Hashes a code for storage and links: SHA-224 of address and code, in hex. */
export function hashOtp(address: string, otp: string): string {
  return createHash("sha224")
    .update(address + otp)
    .digest("hex");
}

/** Creates an opaque refresh token of 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString("base64url");
}

/** Creates a random password of 256 bits for accounts that are created without one. */
export function createUnknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
