import type { JSONWebKeySet, JWTPayload } from "jose";

export interface TokenClaims extends JWTPayload {
  role: string;
  session_id?: string;
  aal?: "aal1" | "aal2";
  email?: string;
}

export interface Tokens {
  /** @throws Error named `TokenError` with `code` `bad_jwt` or `expired` */
  verify(token: string): Promise<TokenClaims>;
  /** Like `verify`, but also accepts a token without a role. */
  read(token: string): Promise<JWTPayload & { role?: string }>;
  /** Adds no claims, so the payload must contain all claims. */
  signUser(payload: JWTPayload): Promise<string>;
  /** Signs with the backend's own HS256 key for one purpose, such as a storage URL. */
  signInternal(purpose: string, payload: JWTPayload): Promise<string>;
  verifyInternal(purpose: string, token: string): Promise<JWTPayload>;
  publicKeys(): JSONWebKeySet;
  isServiceRole(bearer: string): Promise<boolean>;
}
