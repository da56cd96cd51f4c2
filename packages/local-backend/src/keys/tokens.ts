import type { JSONWebKeySet, JWTPayload } from "jose";

/** Claims of a verified token. `role` is always present. */
export interface TokenClaims extends JWTPayload {
  role: string;
  session_id?: string;
  aal?: "aal1" | "aal2";
  email?: string;
}

/** Signs and verifies every token of the backend against one key set (built in `keys.ts`). */
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
  /** Verifies what `signInternal` made for the same purpose. */
  verifyInternal(purpose: string, token: string): Promise<JWTPayload>;
  /** Public ES256 keys, as `/auth/v1/.well-known/jwks.json` shows them. */
  publicKeys(): JSONWebKeySet;
  /** Whether the bearer is the secret or legacy service-role key. */
  isServiceRole(bearer: string): Promise<boolean>;
}
