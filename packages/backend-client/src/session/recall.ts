import { sha256 } from "#crypto";
import { VERIFIED_TOKENS_MAX } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { decodeSession, type StoredSession } from "../cookies/encode.js";
import type { VerifiedClaims } from "./claims.js";
import { FIRST_MARK, isSessionEvent } from "./events.js";
import { realmState } from "./project-state.js";
import { isRefreshDue } from "./refresh-policy.js";
import type { ResolveOptions } from "./renew-session.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./store.js";
import { recallClaims } from "./verify.js";

export function authenticated(stored: Readonly<StoredSession>, claims: VerifiedClaims): Session {
  const { name, count } = stored.event;
  return {
    status: "authenticated",
    claims,
    source: "cookie",
    payload: claims,
    accessToken: stored.accessToken,
    expiresAt: stored.expiresAt,
    event: isSessionEvent(name) ? { name, count } : FIRST_MARK,
  };
}

interface KnownCookie {
  value: string;
  hash: string;
}

export async function recallSession(
  backend: Backend,
  store: SessionStore,
  { value, hash }: KnownCookie,
  options: Pick<ResolveOptions, "secret" | "log">,
): Promise<Session | null> {
  const realm = await realmState(backend, options.secret);
  const hashes = realm.cookies.get(hash);
  // The header contains a checksum. `hash` covers the whole cookie, so skip the header.
  const stored = hashes && decodeSession(value.slice(value.indexOf("~") + 1));
  if (!stored || isRefreshDue(stored.expiresAt - backend.runtime.now() / 1000, undefined))
    return null;
  const claims = recallClaims(backend, realm, hashes.accessToken, options.log);
  if (!claims || store.ends.isNoted(realm.ended, claims.session_id, hashes.refreshToken))
    return null;
  return authenticated(stored, claims);
}

/** Call this for verified cookies only, because forged cookies would fill the cache. */
export async function rememberCookie(
  backend: Backend,
  store: SessionStore,
  {
    cookie,
    stored,
    secret,
  }: {
    cookie: KnownCookie;
    stored: Readonly<StoredSession>;
    secret: string | undefined;
  },
): Promise<void> {
  const { cookies } = await realmState(backend, secret);
  const accessToken = await sha256(stored.accessToken);
  const refreshToken = await store.ends.hashOf(stored.refreshToken);
  cookies.set(cookie.hash, { accessToken, refreshToken });
  for (const oldest of cookies.keys()) {
    if (cookies.size <= VERIFIED_TOKENS_MAX) break;
    cookies.delete(oldest);
  }
}
