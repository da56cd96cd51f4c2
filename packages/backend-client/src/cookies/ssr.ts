import { CHUNK_CHARACTERS } from "../config/constants.js";
import { type Cookie, isPartName, partNames } from "./chunk.js";
import { fromBase64Url, type StoredSession, toBase64Url } from "./encode.js";

const PREFIX = "base64-";

/**
 * The content of the `@supabase/ssr` cookie. Scripts can write that cookie, so do not trust its
 * content.
 */
export interface SsrSession extends StoredSession {
  user: Readonly<Record<string, unknown>>;
  text: string;
}

export function ssrCookieName(url: string): string {
  return `sb-${new URL(url).hostname.split(".")[0]}-auth-token`;
}

function join(byName: ReadonlyMap<string, string>, name: string): string {
  const whole = byName.get(name);
  if (whole) return whole;
  const parts: string[] = [];
  for (let part = byName.get(`${name}.0`); part; part = byName.get(`${name}.${parts.length}`)) {
    parts.push(part);
  }
  return parts.join("");
}

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseFields(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function parse(text: string): SsrSession | null {
  // Servers in other languages may pad the value or break it into lines.
  const json = text.startsWith(PREFIX)
    ? fromBase64Url(text.slice(PREFIX.length).replaceAll(/[=\s]/g, ""))
    : text;
  const { access_token, refresh_token, expires_at, user } = parseFields(String(json));
  if (!isFilled(access_token) || !isFilled(refresh_token)) return null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    // A session without an expiry counts as expired, so that the server refreshes it.
    expiresAt: typeof expires_at === "number" ? expires_at : 0,
    event: { count: 0, name: "INITIAL_SESSION" },
    user: isRecord(user) ? user : {},
    text,
  };
}

export function readSsrSessions(cookies: readonly Cookie[], name: string): SsrSession[] {
  const parts = cookies.filter((cookie) => isPartName(cookie.name, name));
  // If two cookies have the same name, a map keeps only the last one. Two maps in opposite order
  // contain both.
  const texts = [parts.toReversed(), parts].map((list) =>
    join(new Map(list.map((part) => [part.name, part.value])), name),
  );
  return [...new Set(texts)].flatMap((text) => parse(text) ?? []);
}

export function encodeSsrSession(
  { accessToken, refreshToken, expiresAt }: Readonly<StoredSession>,
  { user, nowMs }: { user: Readonly<Record<string, unknown>>; nowMs: number },
): string {
  const session = {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: Math.max(0, Math.floor(expiresAt - nowMs / 1000)),
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  };
  return PREFIX + toBase64Url(JSON.stringify(session));
}

export function splitSsrSession(name: string, text: string): Cookie[] {
  const count = Math.max(1, Math.ceil(text.length / CHUNK_CHARACTERS));
  return partNames(name, count).map((part, index) => ({
    name: part,
    value: text.slice(index * CHUNK_CHARACTERS, (index + 1) * CHUNK_CHARACTERS),
  }));
}

export function isSsrVerifier(candidate: string, name: string): boolean {
  return candidate.startsWith(`${name}-`) && candidate.endsWith("-code-verifier");
}

export function ssrVerifierSuffix(candidate: string, name: string): string | null {
  const suffix = candidate.startsWith(name) ? candidate.slice(name.length) : "";
  return /^-(flow-[\w-]{8,64}-)?code-verifier$/.test(suffix) ? suffix : null;
}
