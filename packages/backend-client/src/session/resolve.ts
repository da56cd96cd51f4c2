import type { Backend } from "../config/define-backend.js";
import type { StoredSession } from "../cookies/encode.js";
import { BackendError, isBackendError } from "../errors/backend-error.js";
import { FIRST_MARK, isSessionEvent } from "./events.js";
import { peekClaims } from "./jwt.js";
import { refreshTokens } from "./refresh.js";
import { isRefreshDue } from "./refresh-policy.js";
import type { Session, SessionClaims } from "./session.js";
import type { SessionStore } from "./store.js";
import { recallClaims, verifyToken } from "./verify.js";

/** What a resolution may do, and with what. */
export interface ResolveOptions {
  /** Whether cookies may be written, and so tokens rotated: not in a page, not for a prefetch. */
  canWrite(): boolean;
  /** Refresh even though none is due. */
  force?: boolean;
  /** The project's HS256 secret. */
  secret?: string | undefined;
  /** Extra headers for the auth service. */
  headers?: Record<string, string>;
  /**
   * Whether a refresh of this request failed already, here or in the proxy before it: then it is not
   * tried again, and a page is not sent through one. Noted here.
   */
  outage: { isKnown: boolean };
  /** Counts a call to the auth service; answers why it must not be made. */
  admit?: (operation: string, session?: string) => BackendError | null;
}

const UNAUTHENTICATED: Session = { status: "unauthenticated" };

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

/** What stands for a browser whose address is not known: an id that nobody else knows. */
function sessionIdOf({ accessToken }: StoredSession): string | undefined {
  const id = peekClaims(accessToken)?.session_id;
  return id === undefined ? undefined : `session ${id.slice(0, 64)}`;
}

type Step = { stored: StoredSession } | { session: Session };

async function refreshStored(
  backend: Backend,
  store: SessionStore,
  stored: StoredSession,
  options: ResolveOptions,
): Promise<Step> {
  const { headers, admit } = options;
  const outcome = await refreshTokens(backend, stored.refreshToken, {
    headers,
    ...(admit ? { admit: () => admit("auth.refresh", sessionIdOf(stored)) } : {}),
  });
  if (outcome.status === "unavailable") {
    options.outage.isKnown = true;
    return { session: { status: "unavailable", error: outcome.error } };
  }
  if (outcome.status === "ended") {
    store.end(stored, { isVerified: false });
    store.clear();
    return { session: UNAUTHENTICATED };
  }
  try {
    // What this request knew to be ended while the answer was under way stays ended.
    const written = store.isEnded(stored) ? null : store.write(outcome.tokens, "TOKEN_REFRESHED");
    if (written) return { stored: written };
    store.clear();
    return { session: UNAUTHENTICATED };
  } catch (thrown) {
    if (!isBackendError(thrown)) throw thrown;
    return { session: { status: "unavailable", error: thrown } };
  }
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
  if (read.status === "none") return UNAUTHENTICATED;
  if (read.status === "damaged") {
    if (!options.canWrite()) return due("session_damaged", store.isHeld());
    store.clear();
    return UNAUTHENTICATED;
  }
  let stored = read.session;
  if (store.isEnded(stored)) {
    if (options.canWrite()) store.clear();
    return UNAUTHENTICATED;
  }
  let failure: Session | null = null;
  const remaining = stored.expiresAt - backend.runtime.now() / 1000;
  const { outage } = options;
  const isWanted = options.force || (isRefreshDue(remaining) && !outage.isKnown);
  if (isWanted && options.canWrite()) {
    const step = await refreshStored(backend, store, stored, options);
    if ("stored" in step) stored = step.stored;
    else if (step.session.status !== "unavailable") return step.session;
    else failure = step.session;
  }
  if (remaining <= 0 && stored === read.session) {
    // Certainly over: no key is needed to see that.
    return failure ?? due("refresh_due", store.isHeld() || outage.isKnown);
  }
  const hasRefreshed = stored !== read.session;
  const { secret } = options;
  const { headers, admit } = options;
  const sessionId = sessionIdOf(stored);
  let check = await verifyToken(backend, stored.accessToken, {
    secret,
    isFromService: hasRefreshed,
    headers,
    // What the service handed out just now was counted when it was asked for.
    ...(admit && !hasRefreshed ? { admit: () => admit("auth.user", sessionId) } : {}),
  });
  if (check.status === "rejected") {
    if (outage.isKnown || !options.canWrite()) {
      return failure ?? due("refresh_due", store.isHeld() || outage.isKnown);
    }
    if (!hasRefreshed) {
      const step = await refreshStored(backend, store, stored, options);
      if ("session" in step) return step.session;
      stored = step.stored;
      check = await verifyToken(backend, stored.accessToken, {
        secret,
        isFromService: true,
        headers,
      });
    }
  }
  if (check.status !== "valid") return { status: "unavailable", error: check.error };
  // A sign-out that happened while we waited for keys or tokens wins.
  if (store.isEnded(stored)) {
    if (options.canWrite()) store.clear();
    return UNAUTHENTICATED;
  }
  return authenticated(stored, check.claims);
}
