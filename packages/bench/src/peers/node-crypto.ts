import { type KeyObject, verify } from "node:crypto";

/**
 * The lower bound of every local check: one ES256 verification of a compact JWT, without the
 * claims.
 */
export function verifyBare(token: string, key: KeyObject): boolean {
  const end = token.lastIndexOf(".");
  return verify(
    "sha256",
    Buffer.from(token.slice(0, end)),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(token.slice(end + 1), "base64url"),
  );
}
