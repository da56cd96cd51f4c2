import type { JWK } from "jose";

/** A key set never contains symmetric algorithms. */
export type KeyAlgorithm = "ES256" | "RS256" | "EdDSA";

export interface SignedText {
  /** Header and payload, encoded and joined by a dot. */
  signed: string;
  signature: string;
}

/** Never throws. */
export type SignatureCheck = (token: SignedText) => boolean | Promise<boolean>;

export interface PlatformCrypto {
  /** In hexadecimal. */
  sha256(text: string): Promise<string>;
  /** Rejects if the key cannot be read. */
  importKey(jwk: JWK, alg: KeyAlgorithm): Promise<SignatureCheck>;
}
