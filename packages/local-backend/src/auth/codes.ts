import { createHash, randomBytes, randomInt } from "node:crypto";

/** Prefix of the hash of a code whose link ends in a PKCE exchange. */
export const PKCE_PREFIX = "pkce_";

/** Uniformly random decimal digits. */
export function createOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

/** SHA-224 of address and code, in hex. */
export function hashOtp(address: string, otp: string): string {
  return createHash("sha224")
    .update(address + otp)
    .digest("hex");
}

/** 128 random bits. */
export function createRefreshToken(): string {
  return randomBytes(16).toString("base64url");
}

/** For accounts that are created without a password. 256 random bits. */
export function createUnknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
