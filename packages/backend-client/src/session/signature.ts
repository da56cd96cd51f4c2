import { compactVerify, type JWK } from "jose";
import { importKey as importPlatformKey } from "#crypto";
import type { KeyAlgorithm, PlatformCrypto, SignatureCheck } from "../crypto/types.js";
import type { ParsedJwt } from "./jwt.js";

/** HS256 is missing, because the SDK accepts no symmetric key from a key set. */
const ALGORITHMS = {
  ES256: { kty: "EC", crv: "P-256" },
  RS256: { kty: "RSA", crv: undefined },
  EdDSA: { kty: "OKP", crv: "Ed25519" },
} as const satisfies Record<KeyAlgorithm, { kty: string; crv: string | undefined }>;

/** @see RFC 7518 §3.3 */
const RSA_MIN_BITS = 2048;

function algorithmOf({ alg, kty, crv, use }: JWK): KeyAlgorithm | null {
  const names = Object.keys(ALGORITHMS) as KeyAlgorithm[];
  const found = names.find((name) => name === alg || (!alg && ALGORITHMS[name].kty === kty));
  if (!found || ALGORITHMS[found].kty !== kty || (use !== undefined && use !== "sig")) return null;
  return ALGORITHMS[found].crv === crv ? found : null;
}

function modulusBits(n: string): number {
  const bytes = Uint8Array.from(fromBase64(n), (character) => character.charCodeAt(0));
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first === -1) return 0;
  return (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24;
}

function fromBase64(text: string): string {
  return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
}

export async function importKey(
  jwk: JWK,
  platform: Pick<PlatformCrypto, "importKey"> = { importKey: importPlatformKey },
): Promise<{ alg: string; check: SignatureCheck } | null> {
  const alg = algorithmOf(jwk);
  if (alg === null) return null;
  if (alg === "RS256" && modulusBits(jwk.n ?? "") < RSA_MIN_BITS) {
    throw new RangeError("The key is too short.");
  }
  return { alg, check: await platform.importKey(jwk, alg) };
}

export function checkWithSecret(secret: string): SignatureCheck {
  const key = new TextEncoder().encode(secret);
  return async ({ signed, signature }) => {
    try {
      await compactVerify(`${signed}.${signature}`, key, { algorithms: ["HS256"] });
      return true;
    } catch {
      return false;
    }
  };
}

/** The SDK supports no header extension (RFC 7515 §4.1.11). */
export function isPlainHeader({ header }: ParsedJwt): boolean {
  return header.crit === undefined && header.b64 === undefined;
}
