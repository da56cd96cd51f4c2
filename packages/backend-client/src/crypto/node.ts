import * as node from "node:crypto";
import type { JWK } from "jose";
import { noteFallback } from "./fallback.js";
import type { KeyAlgorithm, PlatformCrypto, SignatureCheck, SignedText } from "./types.js";
import * as web from "./web.js";

const HASHES = { ES256: "sha256", RS256: "sha256", EdDSA: null } as const;

const KNOWN_KEY: JWK = {
  kty: "EC",
  crv: "P-256",
  x: "BmATgZg_IvTnUSpeLr80JG7Q6R5ujvFrPvBcv5KHe38",
  y: "oVdubLeNA5BxzTU1CvPCUHkzA3qjVAKb1ZDeqACoFrE",
};
const KNOWN: SignedText = {
  signed: "self-test",
  signature:
    "wln_Bnx6_daO9_-BqEWdd8ktgNVkFlybbq9TvauqP__AM4pjSsTuo-etcZ9SSyYiuzmeMJBzZ5Vr5fwPw4fKlQ",
};

let isUsable: boolean | null = null;

function giveUp(cause: unknown): void {
  isUsable = false;
  noteFallback(cause);
}

/**
 * Node's own verification is faster than WebCrypto, which switches threads and converts the key.
 */
function importNodeKey(jwk: JWK, alg: KeyAlgorithm): (token: SignedText) => boolean {
  const { kty, crv, x, y, n, e } = jwk;
  const publicJwk = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }));
  const key = node.createPublicKey({ key: publicJwk, format: "jwk" });
  return ({ signed, signature }) =>
    node.verify(
      HASHES[alg],
      Buffer.from(signed),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
}

function canUseNode(): boolean {
  if (isUsable !== null) return isUsable;
  try {
    if (!importNodeKey(KNOWN_KEY, "ES256")(KNOWN)) throw new Error("The self-test failed.");
    isUsable = true;
    return true;
  } catch (cause) {
    giveUp(cause);
    return false;
  }
}

export const sha256: PlatformCrypto["sha256"] = async (text) => {
  if (canUseNode()) {
    try {
      return node.hash("sha256", text, "hex");
    } catch (cause) {
      giveUp(cause);
    }
  }
  return web.sha256(text);
};

export const importKey: PlatformCrypto["importKey"] = async (jwk, alg) => {
  if (!canUseNode()) return web.importKey(jwk, alg);
  let check: (token: SignedText) => boolean;
  try {
    check = importNodeKey(jwk, alg);
  } catch (cause) {
    // If WebCrypto cannot import the key either, this line throws and `node:crypto` remains in use.
    const other = await web.importKey(jwk, alg);
    giveUp(cause);
    return other;
  }
  let other: Promise<SignatureCheck> | null = null;
  return (token) => {
    if (isUsable) {
      try {
        return check(token);
      } catch (cause) {
        giveUp(cause);
      }
    }
    other ??= web.importKey(jwk, alg);
    return other.then(
      (verify) => verify(token),
      () => false,
    );
  };
};
