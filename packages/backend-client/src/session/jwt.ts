import { fromBase64Url } from "../cookies/encode.js";

/** Parts of a token, before any check. */
export interface ParsedJwt {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  /** Header and payload as they were sent. */
  signed: string;
  /** In Base64url, not empty. */
  signature: string;
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
type Parts = [all: string, header: string, payload: string, signature: string];

/** Returns null if the JSON is not an object, and throws for invalid JSON. */
function parseObject(part: string): Record<string, unknown> | null {
  // Invalid Base64url becomes the text "null".
  const value: unknown = JSON.parse(String(fromBase64Url(part)));
  return typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown> | null)
    : null;
}

/** Parses the compact form of RFC 7515 §7.1. */
export function parseJwt(token: string): ParsedJwt | null {
  const parts = COMPACT.exec(token) as unknown as Parts | null;
  if (!parts) return null;
  const [, head, body, signature] = parts;
  try {
    const header = parseObject(head);
    const payload = parseObject(body);
    return header && payload ? { header, payload, signed: `${head}.${body}`, signature } : null;
  } catch {
    return null;
  }
}

/** Reads claims without any check, for bookkeeping only. */
export function peekClaims(token: string): {
  sub?: string;
  session_id?: string;
  iss?: string;
  iat?: number;
  lifetimeSeconds?: number;
} | null {
  const jwt = parseJwt(token);
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
