import { fromBase64Url } from "../cookies/encode.js";

/** The parts of a compact token. Nothing about it is verified. */
export interface ParsedJwt {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
  /** The signed text: header and payload as they were sent. */
  signed: string;
  /** Base64url, not empty. */
  signature: string;
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
/** The groups of {@link COMPACT}. */
type Parts = [all: string, header: string, payload: string, signature: string];

/** Parses the JSON object of a part. Returns null for other JSON, and throws for invalid JSON. */
function parseObject(part: string): Record<string, unknown> | null {
  // For invalid Base64url this parses the text "null".
  const value: unknown = JSON.parse(String(fromBase64Url(part)));
  return typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown> | null)
    : null;
}

/**
 * Splits a token into its parts. Returns null if it is not a signed JWT.
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

/**
 * Returns the claims of a token without any check, or null if it is not a JWT. Use it for
 * bookkeeping only.
 */
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
