import { fromBase64Url } from "../cookies/encode.js";

export interface ParsedJwt {
  token: string;
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  signed: string;
  signature: string;
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
type Parts = [all: string, header: string, payload: string, signature: string];

function parseObject(part: string): Record<string, unknown> | null {
  const value: unknown = JSON.parse(String(fromBase64Url(part)));
  return typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown> | null)
    : null;
}

/** @see RFC 7515 §7.1 */
export function parseJwt(token: string): ParsedJwt | null {
  const parts = COMPACT.exec(token) as unknown as Parts | null;
  if (!parts) return null;
  const [, head, body, signature] = parts;
  try {
    const header = parseObject(head);
    const payload = parseObject(body);
    const signed = `${head}.${body}`;
    return header && payload ? { token, header, payload, signed, signature } : null;
  } catch {
    return null;
  }
}

/** Unverified claims. Never grant access because of them. */
export interface PeekedClaims {
  sub?: string;
  session_id?: string;
  iss?: string;
  iat?: number;
  lifetimeSeconds?: number;
}

export function peekClaims(token: string): PeekedClaims | null {
  return claimsOf(parseJwt(token));
}

function claimsOf(jwt: ParsedJwt | null): PeekedClaims | null {
  if (!jwt) return null;
  const { sub, session_id, iss, exp, iat } = jwt.payload;
  const lifetimeSeconds = typeof exp === "number" && typeof iat === "number" ? exp - iat : NaN;
  return {
    ...(typeof sub === "string" ? { sub } : {}),
    ...(typeof session_id === "string" ? { session_id } : {}),
    ...(typeof iss === "string" ? { iss } : {}),
    ...(typeof iat === "number" ? { iat } : {}),
    ...(Number.isFinite(lifetimeSeconds) ? { lifetimeSeconds } : {}),
  };
}

export class TokenReader {
  #last: { token: string; jwt: ParsedJwt | null; claims: PeekedClaims | null } | null = null;

  parse(token: string): ParsedJwt | null {
    return this.#read(token).jwt;
  }

  peek(token: string): PeekedClaims | null {
    return this.#read(token).claims;
  }

  #read(token: string): { jwt: ParsedJwt | null; claims: PeekedClaims | null } {
    if (this.#last?.token === token) return this.#last;
    const jwt = parseJwt(token);
    this.#last = { token, jwt, claims: claimsOf(jwt) };
    return this.#last;
  }
}
