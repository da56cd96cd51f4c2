import { compactVerify, importJWK, type JWK } from "jose";
import type { ParsedJwt } from "./jwt.js";
import { type NodeCrypto, nodeCrypto } from "./node-crypto.js";

/** Checks the signature of a token whose header names this key's algorithm. */
export type SignatureCheck = (jwt: ParsedJwt) => boolean | Promise<boolean>;

/** Signature algorithms accepted from a key set; symmetric ones never come from there. */
const ALGORITHMS = {
  ES256: { kty: "EC", crv: "P-256", hash: "sha256" },
  RS256: { kty: "RSA", crv: undefined, hash: "sha256" },
  EdDSA: { kty: "OKP", crv: "Ed25519", hash: null },
} as const;

/** Shortest RSA modulus accepted, in bits (RFC 7518 §3.3). */
const RSA_MIN_BITS = 2048;

/** The algorithm of a key by its own word, else by its type; null when it is not accepted. */
function algorithmOf({ alg, kty, crv, use }: JWK): keyof typeof ALGORITHMS | null {
  const names = Object.keys(ALGORITHMS) as (keyof typeof ALGORITHMS)[];
  const found = names.find((name) => name === alg || (!alg && ALGORITHMS[name].kty === kty));
  if (!found || ALGORITHMS[found].kty !== kty || (use !== undefined && use !== "sig")) return null;
  return ALGORITHMS[found].crv === crv ? found : null;
}

/** On Node: one synchronous call, without the thread hop and the key conversion of WebCrypto. */
function checkWithNode(node: NodeCrypto, jwk: JWK, alg: keyof typeof ALGORITHMS): SignatureCheck {
  const { kty, crv, x, y, n, e } = jwk;
  const publicJwk = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }));
  const key = node.createPublicKey({ key: publicJwk, format: "jwk" });
  const bits = key.asymmetricKeyDetails?.modulusLength ?? RSA_MIN_BITS;
  if (bits < RSA_MIN_BITS) throw new RangeError("The key is too short.");
  return ({ signed, signature }) =>
    node.verify(
      ALGORITHMS[alg].hash,
      Buffer.from(signed),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
}

async function checkWithJose(
  key: Parameters<typeof compactVerify>[1],
  alg: string,
): Promise<SignatureCheck> {
  return async ({ signed, signature }) => {
    try {
      await compactVerify(`${signed}.${signature}`, key, { algorithms: [alg] });
      return true;
    } catch {
      return false;
    }
  };
}

/**
 * Makes a check out of a public key.
 * @param node Node's crypto where there is one; `null` takes jose, as on other platforms
 * @returns null when the key's algorithm is not accepted; throws when the key cannot be read
 */
export async function importKey(
  jwk: JWK,
  node: NodeCrypto | null = nodeCrypto(),
): Promise<{ alg: string; check: SignatureCheck } | null> {
  const alg = algorithmOf(jwk);
  if (alg === null) return null;
  const check = node
    ? checkWithNode(node, jwk, alg)
    : await checkWithJose(await importJWK(jwk, alg), alg);
  return { alg, check };
}

/** Makes a check out of the secret that a project and this server share (HS256). */
export function checkWithSecret(secret: string): Promise<SignatureCheck> {
  return checkWithJose(new TextEncoder().encode(secret), "HS256");
}

/** Whether a header asks for nothing that is not done here (RFC 7515 §4.1.11). */
export function isPlainHeader({ header }: ParsedJwt): boolean {
  return header.crit === undefined && header.b64 === undefined;
}
