import type { JWK } from "jose";

/** The algorithms that the SDK accepts for the keys of a key set. All are asymmetric. */
export type KeyAlgorithm = "ES256" | "RS256" | "EdDSA";

export interface SignedText {
  /** The encoded header and payload, joined by a dot. */
  signed: string;
  signature: string;
}

/** Checks a signature. Never throws. */
export type SignatureCheck = (token: SignedText) => boolean | Promise<boolean>;

export interface PlatformCrypto {
  /** Returns the hash in hexadecimal. */
  sha256(text: string): Promise<string>;
  /** Imports a key. Rejects if the platform cannot read it. */
  importKey(jwk: JWK, alg: KeyAlgorithm): Promise<SignatureCheck>;
}
