import { type Cookie, isPartName } from "./chunk.js";
import { fromBase64Url, type StoredSession } from "./encode.js";

const PREFIX = "base64-";

/** Returns `sb-<first host label>-auth-token`, as in supabase-js `SupabaseClient`. */
export function legacyCookieName(url: string): string {
  return `sb-${new URL(url).hostname.split(".")[0]}-auth-token`;
}

function joinLegacy(cookies: readonly Cookie[], name: string): string {
  const byName = new Map(cookies.map((cookie) => [cookie.name, cookie.value]));
  const whole = byName.get(name);
  if (whole) return whole;
  const parts: string[] = [];
  for (let part = byName.get(`${name}.0`); part; part = byName.get(`${name}.${parts.length}`)) {
    parts.push(part);
  }
  return parts.join("");
}

function parseFields(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Reads a session of plain `@supabase/ssr`, so that a migrating app signs no user out. */
export function readLegacySession(cookies: readonly Cookie[], url: string): StoredSession | null {
  const joined = joinLegacy(cookies, legacyCookieName(url));
  const text = joined.startsWith(PREFIX) ? fromBase64Url(joined.slice(PREFIX.length)) : joined;
  const { access_token, refresh_token, expires_at } = parseFields(String(text));
  if (!isFilled(access_token) || !isFilled(refresh_token)) return null;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    // Without an expiry, the session counts as expired and is refreshed.
    expiresAt: typeof expires_at === "number" ? expires_at : 0,
    event: { count: 0, name: "INITIAL_SESSION" },
  };
}

export function legacyNames(cookies: readonly Cookie[], url: string): string[] {
  const name = legacyCookieName(url);
  return cookies
    .map((cookie) => cookie.name)
    .filter(
      (candidate) =>
        isPartName(candidate, name) ||
        (candidate.startsWith(`${name}-`) && candidate.endsWith("-code-verifier")),
    );
}
