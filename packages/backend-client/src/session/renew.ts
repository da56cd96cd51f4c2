import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import type { Log } from "../config/logger.js";
import type { StoredSession } from "../cookies/encode.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import type { CallTime } from "./call-time.js";
import { proveUser } from "./prove-user.js";
import { refreshTokens } from "./refresh.js";
import { revokeSession } from "./revoke-session.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./store.js";

/** A refresh that failed in this request: it is not tried again. */
export interface FailedRefresh {
  /** Whose tokens could not be had. */
  refreshToken: string;
  error: BackendError;
  /** What the session is once its token is over. */
  after: Session;
}

/** What a request knows of the refreshes it made. */
export interface RefreshNotes {
  failed: FailedRefresh | null;
}

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
  /** What the request may spend on the auth service. */
  time: CallTime;
  /** Of the request: kept from one resolution to the next. */
  notes: RefreshNotes;
  /** Where the server reports what happens to all. */
  log?: Log | undefined;
  /** Pays for calls to the auth service. Default: they are free. */
  limiter?: CallLimiter | undefined;
}

/** What is answered when nobody is signed in. */
export const UNAUTHENTICATED: Session = { status: "unauthenticated" };

/** New tokens, what the session is without them, or why there are none. */
export type Renewal =
  | { stored: StoredSession }
  | { session: Session }
  | { failed: Pick<FailedRefresh, "error" | "after"> };

/** How long a refresh waits for the keys that show whose session it serves: it can do without. */
const PROOF_MS = 1000;

async function userOf(
  backend: Backend,
  { accessToken }: Readonly<StoredSession>,
  { secret, time, log }: ResolveOptions,
): Promise<string | undefined> {
  const proof = () => proveUser(backend, accessToken, { secret, time, log });
  return withDeadline(backend.runtime, PROOF_MS, proof).catch(() => undefined);
}

/** Refreshes a session and stores what comes back; ends it when the service says so. */
export async function renewSession(
  backend: Backend,
  store: SessionStore,
  stored: Readonly<StoredSession>,
  options: ResolveOptions,
): Promise<Renewal> {
  const { headers, limiter, time, log, notes } = options;
  const { refreshToken } = stored;
  if (notes.failed?.refreshToken === refreshToken) return { failed: notes.failed };
  const outcome = await refreshTokens(backend, refreshToken, {
    headers,
    time,
    log,
    limiter,
    user: await userOf(backend, stored, options),
  });
  if (outcome.status === "unavailable" || outcome.status === "refused") {
    const { error } = outcome;
    const after: Session =
      outcome.status === "refused"
        ? { status: "unauthenticated", error }
        : { status: "unavailable", error };
    notes.failed = { refreshToken, error, after };
    return { failed: notes.failed };
  }
  if (outcome.status === "ended") {
    // Signed out here while the answer was under way: what the service says of that is no news.
    const isOwn = await store.isEnded(stored);
    await store.end(stored, { isVerified: false });
    store.clear();
    return {
      session: isOwn ? UNAUTHENTICATED : { status: "unauthenticated", error: outcome.error },
    };
  }
  try {
    // What this request knew to be ended while the answer was under way stays ended.
    const isEnded = await store.isEnded(stored);
    const written = isEnded ? null : await store.write(outcome.tokens, "TOKEN_REFRESHED");
    if (written) return { stored: written };
    store.clear();
    return { session: UNAUTHENTICATED };
  } catch (thrown) {
    if (!isBackendError(thrown)) throw thrown;
    // Too large for the cookies. The tokens it was refreshed from are used up, so waiting would not
    // help: the session ends in the browser and at the service.
    revokeSession(backend, outcome.tokens.accessToken, headers);
    await store.end(stored, { isVerified: false });
    store.clear();
    return { session: { status: "unauthenticated", error: thrown } };
  }
}
