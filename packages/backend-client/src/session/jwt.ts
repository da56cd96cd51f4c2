import { fromBase64Url } from "../cookies/encode.js";

/** A token in compact form, taken apart; nothing about it is verified. */
export interface ParsedJwt {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  /** What the signature covers: both parts as they were sent. */
  signed: string;
  /** Base64url, not empty. */
  signature: string;
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
/** What {@link COMPACT} matches. */
type Parts = [all: string, header: string, payload: string, signature: string];

/** The JSON object of a part; null for other JSON. Throws when it is none. */
function parseObject(part: string): Record<string, unknown> | null {
  // What is no base64url is the text "null", and so null.
  const value: unknown = JSON.parse(String(fromBase64Url(part)));
  return typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown> | null)
    : null;
}

/**
 * Takes a token apart; null when it is no signed JWT.
 * @see RFC 7515 §7.1 for the compact form
 */
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

/** The claims of a token without any check, for bookkeeping only; null when it is no JWT. */
export function peekClaims(
  token: string,
): { session_id?: string; iss?: string; lifetimeSeconds?: number } | null {
  const jwt = parseJwt(token);
  if (!jwt) return null;
  const { session_id, iss, exp, iat } = jwt.payload;
  const lifetimeSeconds = typeof exp === "number" && typeof iat === "number" ? exp - iat : NaN;
  return {
    ...(typeof session_id === "string" ? { session_id } : {}),
    ...(typeof iss === "string" ? { iss } : {}),
    ...(Number.isFinite(lifetimeSeconds) ? { lifetimeSeconds } : {}),
  };
}
