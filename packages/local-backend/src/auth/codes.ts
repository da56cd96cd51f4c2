import { createHash, randomBytes, randomInt } from "node:crypto";

/**
 * Prefix of the token hash in a link of the PKCE flow. The link redirects with an authorization
 * code.
 */
export const PKCE_PREFIX = "pkce_";

export function createOtp(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

export function hashOtp(address: string, otp: string): string {
  return createHash("sha224")
    .update(address + otp)
    .digest("hex");
}

export function createRefreshToken(): string {
  return randomBytes(16).toString("base64url");
}

export function createUnknownPassword(): string {
  return randomBytes(32).toString("base64url");
}
