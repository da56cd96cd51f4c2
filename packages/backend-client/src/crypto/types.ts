import type { JWK } from "jose";

/** Signature algorithms accepted from a key set; symmetric ones never come from there. */
export type KeyAlgorithm = "ES256" | "RS256" | "EdDSA";

/** The two parts of a token that a signature check needs. */
export interface SignedText {
  /** Header and payload, encoded and joined by a dot. */
  signed: string;
  /** The signature in base64url. */
  signature: string;
}

/** Whether the signature of a token belongs to its text; never throws. */
export type SignatureCheck = (token: SignedText) => boolean | Promise<boolean>;

/** What `#crypto` offers on every platform. */
export interface PlatformCrypto {
  /** SHA-256 of a text in hexadecimal. */
  sha256(text: string): Promise<string>;
  /**
   * Makes a check out of a public key of one algorithm.
   * @throws when the key cannot be read
   */
  importKey(jwk: JWK, alg: KeyAlgorithm): Promise<SignatureCheck>;
}
