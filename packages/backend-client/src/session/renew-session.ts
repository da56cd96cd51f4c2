import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import type { StoredSession } from "../cookies/encode.js";
import { BackendError, isBackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import type { CallTime } from "./call-time.js";
import { isFirstReport } from "./first-report.js";
import { peekClaims } from "./jwt.js";
import { proveUser } from "./prove-user.js";
import { refreshTokens } from "./refresh.js";
import type { Report } from "./report-types.js";
import { revokeSession } from "./revoke-session.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./store.js";
import type { TokenSet } from "./types.js";

export interface FailedRefresh {
  refreshToken: string;
  error: BackendError;
  after: Session;
}

export interface RefreshNotes {
  failed: FailedRefresh | null;
}

export interface ResolveOptions {
  /** False in a page and for a prefetch, because neither may rotate tokens. */
  canWrite(): boolean;
  force?: boolean;
  secret?: string | undefined;
  headers?: Record<string, string>;
  time: CallTime;
  notes: RefreshNotes;
  log?: Report | undefined;
  limiter?: CallLimiter | undefined;
}

export const UNAUTHENTICATED: Session = { status: "unauthenticated" };

export type Renewal =
  | { stored: StoredSession; isNews: boolean }
  | { session: Session }
  | { failed: Pick<FailedRefresh, "error" | "after"> };

const PROOF_MS = 1000;

async function userOf(
  backend: Backend,
  { accessToken }: Readonly<StoredSession>,
  { secret, time, log }: ResolveOptions,
): Promise<string | undefined> {
  const proof = () => proveUser(backend, accessToken, { secret, time, log });
  return withDeadline(backend.runtime, PROOF_MS, proof).catch(() => undefined);
}

export async function renewSession(
  backend: Backend,
  store: SessionStore,
  stored: Readonly<StoredSession>,
  options: ResolveOptions,
): Promise<Renewal> {
  const { headers, limiter, time, log, notes } = options;
  const { refreshToken } = stored;
  if (notes.failed?.refreshToken === refreshToken) return { failed: notes.failed };
  const user = await userOf(backend, stored, options);
  const outcome = await refreshTokens(backend, refreshToken, {
    headers,
    time,
    log,
    limiter,
    user,
  });
  const reportEnd = (): void => {
    const sessionId = peekClaims(stored.accessToken)?.session_id;
    // A token can be forged, so report the end only if the server has verified the user.
    if (user === undefined || sessionId === undefined || !isFirstReport(outcome)) return;
    log?.watcher?.signedOut({ userId: user, sessionId, scope: "local", reason: "service" });
  };
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
    const isOwn = await store.ends.has(stored);
    await store.ends.record(stored, { isVerified: false });
    store.clear(stored);
    if (!isOwn) reportEnd();
    return {
      session: isOwn ? UNAUTHENTICATED : { status: "unauthenticated", error: outcome.error },
    };
  }
  const { tokens } = outcome;
  return keepRefreshed(backend, store, {
    ...{ stored, tokens, reportEnd, options },
    isNews: () => isFirstReport(outcome),
  });
}

function otherUser(): BackendError {
  return new BackendError({
    kind: "auth",
    code: "token_invalid",
    message: "The refresh token belongs to another user, so the session has ended.",
    operation: "auth.refresh",
  });
}

interface Refreshed {
  stored: Readonly<StoredSession>;
  tokens: TokenSet;
  options: Pick<ResolveOptions, "headers" | "log">;
  isNews(): boolean;
  reportEnd(): void;
}

export async function keepRefreshed(
  backend: Backend,
  store: SessionStore,
  { stored, tokens, options: { headers, log }, isNews, reportEnd }: Refreshed,
): Promise<Exclude<Renewal, { failed: unknown }>> {
  try {
    // A script can write another user's refresh token into the cookie of `@supabase/ssr`.
    const [before, after] = [peekClaims(stored.accessToken), peekClaims(tokens.accessToken)];
    if (store.isBridged && before?.sub !== after?.sub) throw otherUser();
    const isEnded = await store.ends.has(stored);
    const written = isEnded ? null : await store.write(tokens, "TOKEN_REFRESHED");
    if (written) return { stored: written, isNews: isNews() };
    store.clear(stored);
    return { session: UNAUTHENTICATED };
  } catch (thrown) {
    if (!isBackendError(thrown)) throw thrown;
    // The refresh has used up the old tokens, and the new tokens are not stored, so end the
    // session.
    void revokeSession(backend, tokens.accessToken, { headers, log });
    await store.ends.record(stored, { isVerified: false });
    if (thrown.code === "cookie_too_large") {
      log?.("cookie_too_large");
      store.clear(stored);
    } else store.clear();
    reportEnd();
    return { session: { status: "unauthenticated", error: thrown } };
  }
}
