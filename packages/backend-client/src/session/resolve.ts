import type { Backend } from "../config/define-backend.js";
import type { StoredSession } from "../cookies/encode.js";
import { BackendError } from "../errors/backend-error.js";
import { FIRST_MARK, isSessionEvent } from "./events.js";
import { isRefreshDue } from "./refresh-policy.js";
import { type ResolveOptions, renewSession, sessionIdOf, UNAUTHENTICATED } from "./renew.js";
import type { Session, SessionClaims } from "./session.js";
import type { SessionStore } from "./store.js";
import { isCheckedHere, recallClaims, type Verification, verifyToken } from "./verify.js";

function due(code: "refresh_due" | "session_damaged", isHeld: boolean): Session {
  // A page that was just sent through a refresh must not be sent again: that would be a loop.
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
        message: "The session must pass through a refresh before this page can use it.",
        retryable: true,
        operation: "auth.session",
      });
  return { status: "unavailable", error };
}

function authenticated(stored: Readonly<StoredSession>, claims: SessionClaims): Session {
  const { name, count } = stored.event;
  return {
    status: "authenticated",
    claims,
    accessToken: stored.accessToken,
    expiresAt: stored.expiresAt,
    event: isSessionEvent(name) ? { name, count } : FIRST_MARK,
  };
}

/**
 * Answers who is signed in when that takes no waiting, as for nearly every request: cookie and
 * token were seen before, nothing ended, no refresh is due. Null leaves it to
 * {@link resolveSession}.
 */
export function recallSession(backend: Backend, store: SessionStore): Session | null {
  const stored = store.recall();
  if (!stored || store.isEnded(stored)) return null;
  if (isRefreshDue(stored.expiresAt - backend.runtime.now() / 1000)) return null;
  const claims = recallClaims(backend, stored.accessToken);
  return claims && authenticated(stored, claims);
}

/**
 * Answers who is signed in. Only the auth service's own word ends a session: an outage, a limit or
 * a broken answer leaves the cookies alone, and a token that is still good keeps working.
 */
export async function resolveSession(
  backend: Backend,
  store: SessionStore,
  options: ResolveOptions,
): Promise<Session> {
  const read = store.read();
  if (read.status === "none" || read.status === "foreign") return UNAUTHENTICATED;
  if (read.status === "damaged") {
    if (!options.canWrite()) return due("session_damaged", store.isHeld());
    store.clear();
    return UNAUTHENTICATED;
  }
  const before = read.session;
  if (store.isEnded(before)) {
    if (options.canWrite()) store.clear();
    return UNAUTHENTICATED;
  }
  const { secret, headers, admit, budget } = options;
  const check = (stored: Readonly<StoredSession>): Promise<Verification> =>
    verifyToken(backend, stored.accessToken, {
      secret,
      headers,
      budget,
      isFromService: stored !== before,
      // What the service handed out just now was counted when it was asked for.
      ...(admit && stored === before
        ? { admit: () => admit("auth.user", sessionIdOf(stored)) }
        : {}),
    });
  const isHeld = () => store.isHeld() || budget.isOutage;

  const remaining = before.expiresAt - backend.runtime.now() / 1000;
  let stored = before;
  let failure: Session | null = null;
  let ahead: Promise<Verification> | null = null;
  if ((options.force || (isRefreshDue(remaining) && !budget.isOutage)) && options.canWrite()) {
    // At once: a token that is still good keeps working when its refresh fails, and may need keys.
    const isAtHand = remaining <= 0 || isCheckedHere(backend, before.accessToken, secret);
    if (!isAtHand) ahead = check(before);
    const renewal = await renewSession(backend, store, before, options);
    if ("stored" in renewal) stored = renewal.stored;
    else if (renewal.session.status !== "unavailable") return renewal.session;
    else failure = renewal.session;
  }
  if (remaining <= 0 && stored === before) {
    // Certainly over: no key is needed to see that.
    return failure ?? due("refresh_due", isHeld());
  }
  let checked = await (stored === before && ahead ? ahead : check(stored));
  if (checked.status === "rejected") {
    if (budget.isOutage || !options.canWrite()) return failure ?? due("refresh_due", isHeld());
    if (stored === before) {
      const renewal = await renewSession(backend, store, before, options);
      if ("session" in renewal) return renewal.session;
      stored = renewal.stored;
      checked = await check(stored);
    }
  }
  if (checked.status !== "valid") {
    budget.noteOutage();
    return failure ?? { status: "unavailable", error: checked.error };
  }
  // A sign-out that happened while we waited for keys or tokens wins.
  if (store.isEnded(stored)) {
    if (options.canWrite()) store.clear();
    return UNAUTHENTICATED;
  }
  return authenticated(stored, checked.claims);
}
