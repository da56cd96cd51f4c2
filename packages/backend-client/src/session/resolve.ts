import { sha256 } from "#crypto";
import type { Backend } from "../config/define-backend.js";
import type { StoredSession } from "../cookies/encode.js";
import { BackendError } from "../errors/backend-error.js";
import { authenticated, recallSession, rememberCookie } from "./recall.js";
import { findCooldown, startSkewCooldown } from "./refresh.js";
import { isRefreshDue } from "./refresh-policy.js";
import { type ResolveOptions, renewSession, UNAUTHENTICATED } from "./renew-session.js";
import type { Session } from "./session.js";
import { settleBridge } from "./settle-bridge.js";
import type { SessionStore } from "./store.js";
import { isCheckedHere, type Verification, verifyToken } from "./verify.js";

const OPERATION = "auth.session";

function due(code: "refresh_due" | "session_damaged", isHeld: boolean): Session {
  // With `isHeld`, the browser comes from a refresh that failed. The code `refresh_due` would make
  // the page redirect to the refresh again.
  const error = isHeld
    ? new BackendError({
        kind: "network",
        code: "service_unavailable",
        message: "The session could not be refreshed. Try again in a moment.",
        retryable: true,
        operation: "auth.session",
      })
    : new BackendError({
        kind: "auth",
        code,
        message: "The session needs a refresh before this page can use it.",
        retryable: true,
        operation: "auth.session",
      });
  return { status: "unavailable", error };
}

/** A page cannot refresh, so it gets the refusal of the last refresh. */
async function refusalOf(
  backend: Backend,
  { refreshToken }: Readonly<StoredSession>,
): Promise<Session | null> {
  const outcome = await findCooldown(backend, refreshToken);
  return outcome?.status === "refused" ? { status: "unauthenticated", error: outcome.error } : null;
}

function foreignToken(): BackendError {
  return new BackendError({
    kind: "auth",
    code: "token_invalid",
    message:
      "The request carries the session of another issuer. The SDK ignored that session and kept its cookies.",
    operation: OPERATION,
  });
}

const reported = new WeakSet<Backend>();

/** An outage, a rate limit or a broken response never ends the session. */
export async function resolveSession(
  backend: Backend,
  store: SessionStore,
  options: ResolveOptions,
): Promise<Session> {
  if (!store.isBridged) return resolveStored(backend, store, options);
  const settled = await settleBridge(backend, store, options);
  if (settled) return settled;
  const session = await resolveStored(backend, store, options);
  // The SDK's session has just ended, but the cookie of `@supabase/ssr` may contain another
  // session.
  const isNext = session.status === "unauthenticated" && !store.readOwn() && store.ssr.read();
  return isNext ? resolveStored(backend, store, options) : session;
}

async function resolveStored(
  backend: Backend,
  store: SessionStore,
  options: ResolveOptions,
): Promise<Session> {
  const value = options.force ? null : store.soleCookie();
  const cookie = value === null ? null : { value, hash: await sha256(value) };
  const known = cookie === null ? null : await recallSession(backend, store, cookie, options);
  if (known) return known;
  const read = store.read();
  if (read.status === "foreign") {
    if (!reported.has(backend)) options.log?.("foreign_session");
    reported.add(backend);
    options.log?.watcher?.refused(OPERATION, foreignToken());
    return UNAUTHENTICATED;
  }
  if (read.status === "none") return UNAUTHENTICATED;
  if (read.status === "damaged") {
    if (!options.canWrite()) return due("session_damaged", store.isHeld());
    store.clear();
    return UNAUTHENTICATED;
  }
  const before = read.session;
  if (await store.ends.has(before)) {
    if (options.canWrite()) store.clear(before);
    return UNAUTHENTICATED;
  }
  const { secret, headers, limiter, time, log } = options;
  const check = (stored: Readonly<StoredSession>): Promise<Verification> =>
    verifyToken(backend, stored.accessToken, {
      secret,
      headers,
      time,
      log,
      limiter,
      isFromService: stored !== before,
      parsed: store.tokens.parse(stored.accessToken),
    });

  const remaining = before.expiresAt - backend.runtime.now() / 1000;
  let stored = before;
  let after: Session | null = null;
  let ahead: Promise<Verification> | null = null;
  let isNews = false;
  const isDue =
    isRefreshDue(remaining, undefined) &&
    isRefreshDue(remaining, store.tokens.peek(before.accessToken)?.lifetimeSeconds);
  if ((options.force || isDue) && options.canWrite()) {
    // Verify during the refresh: if the refresh fails, a valid token remains usable.
    const isAtHand = remaining <= 0 || (await isCheckedHere(backend, before.accessToken, secret));
    if (!isAtHand) ahead = check(before);
    const renewal = await renewSession(backend, store, before, options);
    if ("session" in renewal) return renewal.session;
    if ("stored" in renewal) ({ stored, isNews } = renewal);
    else ({ after } = renewal.failed);
  }
  if (remaining <= 0 && stored === before) {
    return after ?? (await refusalOf(backend, before)) ?? due("refresh_due", store.isHeld());
  }
  let checked = await (stored === before && ahead ? ahead : check(stored));
  if (checked.status === "rejected") {
    if (!options.canWrite()) return due("refresh_due", store.isHeld());
    if (stored === before) {
      const renewal = await renewSession(backend, store, before, options);
      if ("session" in renewal) return renewal.session;
      if ("failed" in renewal) return renewal.failed.after;
      ({ stored, isNews } = renewal);
      checked = await check(stored);
    }
  }
  if (checked.status !== "valid") {
    const { error } = checked;
    if (error.code === "clock_skew")
      await startSkewCooldown(backend, stored.refreshToken, { error, log });
    return after?.status === "unavailable" ? after : { status: "unavailable", error };
  }
  // The user may have signed out while the refresh or the verification ran.
  if (await store.ends.has(stored)) {
    if (options.canWrite()) store.clear(stored);
    return UNAUTHENTICATED;
  }
  if (isNews) log?.watcher?.refreshed(checked.claims);
  if (cookie !== null && stored === before) {
    await rememberCookie(backend, store, { cookie, stored, secret });
  }
  return authenticated(stored, checked.claims);
}
