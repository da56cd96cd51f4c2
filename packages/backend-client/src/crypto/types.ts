import type { JWK } from "jose";

export type KeyAlgorithm = "ES256" | "RS256" | "EdDSA";

export interface SignedText {
  signed: string;
  signature: string;
}

export type SignatureCheck = (token: SignedText) => boolean | Promise<boolean>;

export interface PlatformCrypto {
  sha256(text: string): Promise<string>;
  importKey(jwk: JWK, alg: KeyAlgorithm): Promise<SignatureCheck>;
}
