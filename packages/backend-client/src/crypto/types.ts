import type { JWK } from "jose";

/** Signature algorithms accepted from a key set. A key set never contains symmetric ones. */
export type KeyAlgorithm = "ES256" | "RS256" | "EdDSA";

/** The two parts of a token that a signature check needs. */
export interface SignedText {
  /** Header and payload, encoded and joined by a dot. */
  signed: string;
  /** The signature in base64url. */
  signature: string;
}

/** Returns whether a token's signature is valid for its text. Never throws. */
export type SignatureCheck = (token: SignedText) => boolean | Promise<boolean>;

/** The interface of `#crypto` on every platform. */
export interface PlatformCrypto {
  /** SHA-256 of a text in hexadecimal. */
  sha256(text: string): Promise<string>;
  /**
   * Creates a signature check for a public key of one algorithm.
   * @throws if the key cannot be read
   */
  importKey(jwk: JWK, alg: KeyAlgorithm): Promise<SignatureCheck>;
}
