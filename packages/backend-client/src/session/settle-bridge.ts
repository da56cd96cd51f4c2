import { sha256 } from "#crypto";
import { REMOTE_VERIFICATION_MS, VERIFIED_TOKENS_MAX } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { StoredSession } from "../cookies/encode.js";
import { isBackendError } from "../errors/backend-error.js";
import { isFirstReport } from "./first-report.js";
import { peekClaims } from "./jwt.js";
import { realmState } from "./project-state.js";
import { proveUser } from "./prove-user.js";
import { refreshTokens } from "./refresh.js";
import { isRefreshDue } from "./refresh-policy.js";
import { isRefreshToken } from "./refresh-token.js";
import { verifyAtService } from "./remote-verification.js";
import { keepRefreshed, type ResolveOptions, UNAUTHENTICATED } from "./renew-session.js";
import type { EndedSession } from "./report-types.js";
import { revokeSession } from "./revoke-session.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./store.js";
import type { TokenSet } from "./types.js";
import { verifyToken } from "./verify.js";

interface Pair {
  own: Readonly<StoredSession>;
  other: Readonly<StoredSession>;
}

type Terms = Pick<ResolveOptions, "canWrite" | "secret" | "headers" | "time" | "log" | "limiter">;

function isDue(backend: Backend, { accessToken, expiresAt }: Readonly<StoredSession>): boolean {
  const remaining = expiresAt - backend.runtime.now() / 1000;
  return isRefreshDue(remaining, peekClaims(accessToken)?.lifetimeSeconds);
}

function isSameSession(one: TokenSet, other: TokenSet): boolean {
  const [first, second] = [peekClaims(one.accessToken), peekClaims(other.accessToken)];
  return first?.sub === second?.sub && first?.session_id === second?.session_id;
}

async function isOver(
  backend: Backend,
  { accessToken }: Readonly<StoredSession>,
  { secret, headers, time, log, limiter }: Terms,
): Promise<boolean> {
  const terms = { headers, time, log, limiter };
  const check = await verifyToken(backend, accessToken, { secret, ...terms });
  if (check.status !== "valid") return false;
  const { alive } = await realmState(backend, secret);
  const key = await sha256(accessToken);
  if ((alive.get(key) ?? 0) > backend.runtime.now()) return false;
  const { claims } = check;
  const answer = await verifyAtService(backend, accessToken, {
    ...terms,
    claims,
    isFromService: true,
  });
  if (answer === "good") {
    alive.delete(key);
    alive.set(key, backend.runtime.now() + REMOTE_VERIFICATION_MS);
    for (const oldest of alive.keys()) {
      if (alive.size <= VERIFIED_TOKENS_MAX) break;
      alive.delete(oldest);
    }
  }
  return answer === "refused";
}

async function endOwn(
  store: SessionStore,
  own: Readonly<StoredSession>,
  { log, reason }: Pick<Terms, "log"> & Pick<EndedSession, "reason">,
): Promise<void> {
  const isNews = !(await store.ends.has(own));
  await store.ends.record(own, { isVerified: true });
  const { sub: userId, session_id: sessionId } = peekClaims(own.accessToken) ?? {};
  if (!isNews || userId === undefined || sessionId === undefined) return;
  log?.watcher?.signedOut({ userId, sessionId, scope: "local", reason });
}

/**
 * Handles a missing cookie of `@supabase/ssr`. The library removes its cookie at a sign-out, but a
 * script or the browser may also have removed it. Record the end only if the service confirms it:
 * otherwise, the SDK must accept the session again when the cookie returns.
 */
async function signOutHere(
  backend: Backend,
  store: SessionStore,
  { own, options }: { own: Readonly<StoredSession>; options: Terms },
): Promise<Session> {
  if (!options.canWrite()) return UNAUTHENTICATED;
  if (await isOver(backend, own, options)) await endOwn(store, own, { ...options, reason: "user" });
  store.clear();
  return UNAUTHENTICATED;
}

async function take(
  backend: Backend,
  store: SessionStore,
  { pair: { own, other }, options }: { pair: Pair; options: Terms },
): Promise<void> {
  const { accessToken, refreshToken, expiresAt } = other;
  const tokens = { accessToken, refreshToken, expiresAt };
  if (!options.canWrite()) return store.prefer({ ...tokens, event: own.event });
  const isSame = isSameSession(own, other);
  try {
    await store.write(tokens, isSame ? "TOKEN_REFRESHED" : "SIGNED_IN", isSame ? null : own);
    if (isSame) return;
    const { headers, log } = options;
    void revokeSession(backend, own.accessToken, { headers, log });
  } catch (thrown) {
    if (!isBackendError(thrown)) throw thrown;
    // The session is too large for the SDK's cookie. The next refresh ends the session.
    options.log?.("cookie_too_large");
    store.prefer({ ...tokens, event: own.event });
  }
}

/**
 * Tries the refresh token of `@supabase/ssr` although its access token was rejected: without the
 * secret, the server cannot verify an expired HS256 token. A forged cookie can therefore cause one
 * call.
 */
async function tryRefresh(
  backend: Backend,
  store: SessionStore,
  { pair: { own, other }, options }: { pair: Pair; options: Terms },
): Promise<Session | null> {
  if (!isSameSession(own, other) || !isDue(backend, own) || !options.canWrite()) return null;
  const { headers, time, log, limiter } = options;
  const outcome = await refreshTokens(backend, other.refreshToken, { headers, time, log, limiter });
  if (outcome.status === "unavailable") return { status: "unavailable", error: outcome.error };
  if (outcome.status !== "refreshed" || !isSameSession(own, outcome.tokens)) return null;
  const renewal = await keepRefreshed(backend, store, {
    ...{ stored: own, tokens: outcome.tokens, options },
    isNews: () => isFirstReport(outcome),
    reportEnd: () => undefined,
  });
  return "session" in renewal ? renewal.session : null;
}

/**
 * A script can write the cookie of `@supabase/ssr`, so the user in that cookie replaces the SDK's
 * user only if the SDK's session has ended at the auth service.
 */
async function settleUsers(
  backend: Backend,
  store: SessionStore,
  { pair: { own, other }, options }: { pair: Pair; options: Terms },
): Promise<void> {
  const { secret, time, log } = options;
  if (!(await store.ends.has(own))) {
    const isToAsk = !isDue(backend, own);
    const user = isToAsk && (await proveUser(backend, other.accessToken, { secret, time, log }));
    if (!user || !(await isOver(backend, own, options))) {
      log?.("bridge_user_ignored");
      return;
    }
    await endOwn(store, own, { log, reason: "user" });
  }
  if (options.canWrite()) store.clear(own);
  else store.prefer(other);
}

/** @returns the session, or null if the caller must resolve the session in the store */
export async function settleBridge(
  backend: Backend,
  store: SessionStore,
  options: Terms,
): Promise<Session | null> {
  const own = store.readOwn();
  if (!own) return null;
  if (store.ssr.isGone) return signOutHere(backend, store, { own, options });
  const other = store.ssr.read();
  if (!other || other.accessToken === own.accessToken) return null;
  if (!isRefreshToken(other.refreshToken)) return null;
  const pair = { own, other };
  const [mine, theirs] = [peekClaims(own.accessToken), peekClaims(other.accessToken)];
  if (mine?.sub !== theirs?.sub) {
    await settleUsers(backend, store, { pair, options });
    return null;
  }
  if (!((theirs?.iat ?? 0) > (mine?.iat ?? 0)) || (await store.ends.has(other))) return null;
  const { secret, headers, time, log, limiter } = options;
  const check = await verifyToken(backend, other.accessToken, {
    secret,
    headers,
    time,
    log,
    limiter,
    isExpiryIgnored: true,
  });
  if (check.status === "valid") await take(backend, store, { pair, options });
  if (check.status === "rejected") return tryRefresh(backend, store, { pair, options });
  // The SDK's own tokens are older, and a refresh with them could end the session. Return the
  // failure.
  if (check.status === "unavailable" && isDue(backend, own)) return check;
  return null;
}
