import { decodeCbor } from "./cbor.js";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The algorithms that the service offers and that platform authenticators use (RFC 9053, RFC 8812).
 */
export const COSE_ALGORITHMS = { ES256: -7, RS256: -257 } as const;

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

export function importCoseKey(bytes: Bytes, start: number): Promise<CryptoKey> {
  const { value: cose } = decodeCbor(bytes, start);
  const part = (label: number): string => {
    const found = cose instanceof Map ? cose.get(label) : null;
    if (!(found instanceof Uint8Array)) throw new TypeError("the key has no such part");
    return toBase64Url(found);
  };
  const algorithm = cose instanceof Map ? cose.get(3) : null;
  if (algorithm === COSE_ALGORITHMS.RS256) {
    const jwk = { kty: "RSA", n: part(-1), e: part(-2) };
    return crypto.subtle.importKey("jwk", jwk, RSA, true, ["verify"]);
  }
  if (algorithm !== COSE_ALGORITHMS.ES256) throw new TypeError("unsupported algorithm");
  const jwk = { kty: "EC", crv: "P-256", x: part(-2), y: part(-3) };
  return crypto.subtle.importKey("jwk", jwk, { name: "ECDSA", namedCurve: "P-256" }, true, [
    "verify",
  ]);
}

const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

export function verifySignature(key: CryptoKey, signature: Bytes, signed: Bytes): Promise<boolean> {
  return key.algorithm.name === RSA.name
    ? crypto.subtle.verify(RSA, key, signature, signed)
    : crypto.subtle.verify(
        { name: "ECDSA", hash: "SHA-256" },
        key,
        toRawSignature(signature),
        signed,
      );
}

/** Authenticators write signatures in DER. WebCrypto reads two numbers of 32 bytes each. */
function toRawSignature(der: Bytes): Bytes {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    const number = der.slice(at + 2, at + 2 + length).filter((_, i, all) => i >= all.length - 32);
    raw.set(number, end - number.length);
    at += 2 + length;
  }
  return raw;
}
