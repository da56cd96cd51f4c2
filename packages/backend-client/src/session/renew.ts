import type { Backend } from "../config/define-backend.js";
import type { StoredSession } from "../cookies/encode.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import type { CallBudget } from "./call-budget.js";
import { endAtService } from "./end-at-service.js";
import { peekClaims } from "./jwt.js";
import { refreshTokens } from "./refresh.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./store.js";

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
   * What the request may spend. After an outage, here or in the proxy before it, nothing is
   * refreshed again, and a page is not sent through a refresh. Noted here.
   */
  budget: CallBudget;
  /** Counts a call to the auth service; answers why it must not be made. */
  admit?: (operation: string, session?: string) => BackendError | null;
}

/** What is answered when nobody is signed in. */
export const UNAUTHENTICATED: Session = { status: "unauthenticated" };

/** What stands for a browser whose address is not known: an id that nobody else knows. */
export function sessionIdOf({ accessToken }: StoredSession): string | undefined {
  const id = peekClaims(accessToken)?.session_id;
  return id === undefined ? undefined : `session ${id.slice(0, 64)}`;
}

/** New tokens, or what the session is without them. */
export type Renewal = { stored: StoredSession } | { session: Session };

/** Refreshes a session and stores what comes back; ends it when the service says so. */
export async function renewSession(
  backend: Backend,
  store: SessionStore,
  stored: Readonly<StoredSession>,
  { headers, admit, budget }: ResolveOptions,
): Promise<Renewal> {
  const outcome = await refreshTokens(backend, stored.refreshToken, {
    headers,
    budget,
    ...(admit ? { admit: () => admit("auth.refresh", sessionIdOf(stored)) } : {}),
  });
  if (outcome.status === "unavailable") {
    budget.noteOutage();
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
    // The tokens it was refreshed from are used up, so the session is of no use to its browser.
    endAtService(backend, outcome.tokens.accessToken, headers);
    return { session: { status: "unavailable", error: thrown } };
  }
}
