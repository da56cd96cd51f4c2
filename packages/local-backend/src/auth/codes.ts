import { createHash, randomBytes, randomInt } from "node:crypto";

/** Prefix of a code's hash if the link with the code leads to a PKCE exchange. */
export const PKCE_PREFIX = "pkce_";

/** Returns a code of uniformly random decimal digits. */
export function createOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** Returns the SHA-224 hash of email address and code, in hex. */
export function hashOtp(address: string, otp: string): string {
  return createHash("sha224")
    .update(address + otp)
    .digest("hex");
}

/** Returns a token of 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString("base64url");
}

/** Returns a random password (256 bits) for an account that is created without a password. */
export function createUnknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
