import { sha256 } from "#crypto";
import { VERIFIED_TOKENS_MAX } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { decodeSession, type StoredSession } from "../cookies/encode.js";
import type { VerifiedClaims } from "./claims.js";
import { FIRST_MARK, isSessionEvent } from "./events.js";
import { realmState } from "./project-state.js";
import { isRefreshDue } from "./refresh-policy.js";
import type { ResolveOptions } from "./renew.js";
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

/** Costs one hash. Returns null if in doubt, so that the caller reads the cookie in full. */
export async function recallSession(
  backend: Backend,
  store: SessionStore,
  cookie: string,
  options: Pick<ResolveOptions, "secret" | "log">,
): Promise<Session | null> {
  const realm = await realmState(backend, options.secret);
  const hashes = realm.cookies.get(await sha256(cookie));
  // Skip the checksum: the hash above covers it.
  const stored = hashes && decodeSession(cookie.slice(cookie.indexOf("~") + 1));
  if (!stored || isRefreshDue(stored.expiresAt - backend.runtime.now() / 1000, undefined))
    return null;
  const claims = recallClaims(backend, realm, hashes.accessToken, options.log);
  if (!claims || store.isNoted(realm.ended, claims.session_id, hashes.refreshToken)) return null;
  return authenticated(stored, claims);
}

/** For verified access tokens only, because forged cookies would fill the cache. */
export async function rememberCookie(
  backend: Backend,
  cookie: string,
  { accessToken, refreshToken }: Readonly<StoredSession>,
  secret: string | undefined,
): Promise<void> {
  const { cookies } = await realmState(backend, secret);
  const hashes = {
    accessToken: await sha256(accessToken),
    refreshToken: await sha256(refreshToken),
  };
  cookies.set(await sha256(cookie), hashes);
  for (const oldest of cookies.keys()) {
    if (cookies.size <= VERIFIED_TOKENS_MAX) break;
    cookies.delete(oldest);
  }
}
