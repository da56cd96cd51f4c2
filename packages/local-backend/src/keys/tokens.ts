import type { JSONWebKeySet, JWTPayload } from "jose";

export interface TokenClaims extends JWTPayload {
  role: string;
  session_id?: string;
  aal?: "aal1" | "aal2";
  email?: string;
}

export interface Tokens {
  /**
   * Checks signature and expiry, each key bound to its algorithm.
   * @throws Error named `TokenError` with `code` `bad_jwt` or `expired`
   */
  verify(token: string): Promise<TokenClaims>;
  /**
   * As `verify`, but accepts a token without a role.
   * @throws Error named `TokenError`, with the reason as `cause`
   */
  read(token: string): Promise<JWTPayload & { role?: string }>;
  /** With the current ES256 key. The payload has every claim. */
  signUser(payload: JWTPayload): Promise<string>;
  /** For signed storage URLs and uploads, with the backend's own HS256 key. */
  signInternal(purpose: string, payload: JWTPayload): Promise<string>;
  /** The purpose must be that of `signInternal`. */
  verifyInternal(purpose: string, token: string): Promise<JWTPayload>;
  /** Public ES256 keys, as served at `/auth/v1/.well-known/jwks.json`. */
  publicKeys(): JSONWebKeySet;
  isServiceRole(bearer: string): Promise<boolean>;
}
