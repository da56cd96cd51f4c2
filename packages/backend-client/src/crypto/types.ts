import type { JWK } from "jose";

export type KeyAlgorithm = "ES256" | "RS256" | "EdDSA";

export interface SignedText {
  /** The encoded header and payload, joined by a dot. */
  signed: string;
  signature: string;
}

/** Never throws. */
export type SignatureCheck = (token: SignedText) => boolean | Promise<boolean>;

export interface PlatformCrypto {
  /** In hexadecimal. */
  sha256(text: string): Promise<string>;
  /** Rejects if the platform cannot read the key. */
  importKey(jwk: JWK, alg: KeyAlgorithm): Promise<SignatureCheck>;
}
