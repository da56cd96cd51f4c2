import { type KeyObject, verify } from "node:crypto";

/** Verifies only the ES256 signature, and no claims, as the baseline for the check of a token. */
export function verifyBare(token: string, key: KeyObject): boolean {
  const end = token.lastIndexOf(".");
  return verify(
    "sha256",
    Buffer.from(token.slice(0, end)),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(token.slice(end + 1), "base64url"),
  );
}
