import type { JSONWebKeySet, JWTPayload } from "jose";

/** Claims of a verified token. */
export interface TokenClaims extends JWTPayload {
  role: string;
  session_id?: string;
  aal?: "aal1" | "aal2";
  email?: string;
}

/** Signs and verifies every token of the backend with one key set. */
export interface Tokens {
  /**
   * Verifies signature and expiry against the key set, each key bound to its algorithm.
   * @throws Error named `TokenError` with `code` `bad_jwt` or `expired`
   */
  verify(token: string): Promise<TokenClaims>;
  /** Signs a user's access token with the current ES256 key; the payload holds every claim. */
  signUser(payload: JWTPayload): Promise<string>;
  /** Signs a purpose-bound token (signed storage URLs, uploads) with the service's own HS256 key. */
  signInternal(purpose: string, payload: JWTPayload): Promise<string>;
  /** Verifies a token that `signInternal` created for the same purpose. */
  verifyInternal(purpose: string, token: string): Promise<JWTPayload>;
  /** Public ES256 keys, as served at `/auth/v1/.well-known/jwks.json`. */
  publicKeys(): JSONWebKeySet;
  /** Whether the bearer is the secret or legacy service-role key. */
  isServiceRole(bearer: string): Promise<boolean>;
}
