import { type Cookie, isPartName } from "./chunk.js";
import { fromBase64Url, type StoredSession } from "./encode.js";

const PREFIX = "base64-";

/**
 * Name under which plain `@supabase/ssr` keeps a project's session.
 * @see supabase-js `SupabaseClient`: `sb-<first host label>-auth-token`
 */
export function legacyCookieName(url: string): string {
  return `sb-${new URL(url).hostname.split(".")[0]}-auth-token`;
}

function joinLegacy(cookies: readonly Cookie[], name: string): string | null {
  const byName = new Map(cookies.map((cookie) => [cookie.name, cookie.value]));
  const whole = byName.get(name);
  if (whole) return whole;
  let joined = "";
  for (let index = 0; ; index++) {
    const part = byName.get(`${name}.${index}`);
    if (!part) break;
    joined += part;
  }
  return joined === "" ? null : joined;
}

/**
 * Reads a session that plain `@supabase/ssr` wrote, so that a migrating app signs nobody out.
 * @returns null when there is none, or when its parts do not fit together
 */
export function readLegacySession(cookies: readonly Cookie[], url: string): StoredSession | null {
  const joined = joinLegacy(cookies, legacyCookieName(url));
  if (joined === null) return null;
  const text = joined.startsWith(PREFIX) ? fromBase64Url(joined.slice(PREFIX.length)) : joined;
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (!("access_token" in value) || !("refresh_token" in value)) return null;
  const { access_token: accessToken, refresh_token: refreshToken } = value;
  if (typeof accessToken !== "string" || typeof refreshToken !== "string") return null;
  if (accessToken === "" || refreshToken === "") return null;
  const expiresAt =
    "expires_at" in value && typeof value.expires_at === "number" ? value.expires_at : 0;
  return { accessToken, refreshToken, expiresAt, event: { count: 0, name: "INITIAL_SESSION" } };
}

/** Names of the cookies that plain `@supabase/ssr` left behind, session and PKCE verifiers alike. */
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
