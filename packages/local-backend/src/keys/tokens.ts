import type { JSONWebKeySet, JWTPayload } from "jose";

export interface TokenClaims extends JWTPayload {
  role: string;
  session_id?: string;
  aal?: "aal1" | "aal2";
  email?: string;
}

export interface Tokens {
  /**
   * Checks the signature and the expiry of a token. A key accepts only tokens with its own
   * algorithm.
   * @throws Error named `TokenError` with `code` `bad_jwt` or `expired`
   */
  verify(token: string): Promise<TokenClaims>;
  /**
   * Like `verify`, but also accepts a token without a role.
   * @throws Error named `TokenError`, with the reason as `cause`
   */
  read(token: string): Promise<JWTPayload & { role?: string }>;
  /** Signs a user token with the current ES256 key. The payload must contain all claims. */
  signUser(payload: JWTPayload): Promise<string>;
  /**
   * Signs a token for one purpose, such as a storage URL, an upload or the email API, with the
   * backend's own HS256 key.
   */
  signInternal(purpose: string, payload: JWTPayload): Promise<string>;
  /** Checks a token of `signInternal`. The token must have been signed for the same purpose. */
  verifyInternal(purpose: string, token: string): Promise<JWTPayload>;
  /** Returns the public ES256 keys, as `/auth/v1/.well-known/jwks.json` shows them. */
  publicKeys(): JSONWebKeySet;
  isServiceRole(bearer: string): Promise<boolean>;
}
