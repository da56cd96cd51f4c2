import { AUTH_DEADLINE_MS, FLOW_DEADLINE_MS } from "../config/constants.js";
import type { StoredSession } from "../cookies/encode.js";
import { BackendError, type Result } from "../errors/backend-error.js";
import { callAuth } from "../session/auth-http.js";
import { CallTime } from "../session/call-time.js";
import { peekClaims } from "../session/jwt.js";
import { proveUser } from "../session/prove-user.js";
import { isTerminal, refreshTokens } from "../session/refresh.js";
import { reportFault } from "../session/report-fault.js";
import type { EndedSession } from "../session/report-types.js";
import type { SessionStore } from "../session/store.js";
import type { TokenSet } from "../session/types.js";
import { verifyToken } from "../session/verify.js";
import { readOnlyRefusal } from "./flow-client.js";
import type { FlowContext } from "./flow-context.js";

const OPERATION = "auth.signOut";

export type SignOutScope = "global" | "local" | "others";

type Bearer = ({ token: string | null; error: null } | { token: null; error: BackendError }) & {
  user: string | undefined;
};

/**
 * The service does not end the sessions of a banned user. The sessions work again after the ban, so
 * the caller must receive the error.
 */
function keptByBan(error: BackendError): BackendError | null {
  return (error.upstreamCode ?? error.code) === "user_banned" ? error : null;
}

async function findBearer(
  { backend, secret, caller, log }: FlowContext,
  store: SessionStore,
  tokens: Readonly<TokenSet>,
): Promise<Bearer> {
  const headers = caller.forwarded;
  const time = new CallTime(backend.runtime, AUTH_DEADLINE_MS);
  // The rate limits count only the sign-outs of sessions that cannot be verified, because such a
  // session may be forged.
  const user = await proveUser(backend, tokens.accessToken, { secret, time, log });
  const limiter = user === undefined ? caller : undefined;
  const terms = { headers, limiter, user, time, log };
  const check = await verifyToken(backend, tokens.accessToken, { secret, ...terms });
  if (check.status === "unavailable") return { token: null, error: check.error, user };
  if (check.status === "valid") {
    await store.ends.record(tokens, { isVerified: true });
    if (tokens.expiresAt > backend.runtime.now() / 1000) {
      return { token: tokens.accessToken, error: null, user: check.claims.sub };
    }
  }
  const outcome = await refreshTokens(backend, tokens.refreshToken, terms);
  if (outcome.status === "ended") return { token: null, error: keptByBan(outcome.error), user };
  if (outcome.status !== "refreshed") return { token: null, error: outcome.error, user };
  const renewed = outcome.tokens;
  const given = { secret, headers, time, log, isFromService: true };
  const again = await verifyToken(backend, renewed.accessToken, given);
  if (again.status !== "valid") return { token: null, error: again.error, user };
  await store.ends.record(renewed, { isVerified: true });
  return { token: renewed.accessToken, error: null, user };
}

async function revoke(
  { backend, caller, log }: FlowContext,
  scope: SignOutScope,
  bearer: string,
): Promise<Result<null>> {
  const { error, sent } = await callAuth(backend, {
    path: `/logout?scope=${scope}`,
    operation: OPERATION,
    bearer,
    headers: caller.forwarded,
    time: new CallTime(backend.runtime, FLOW_DEADLINE_MS),
    log,
  });
  if (sent) reportFault(backend, OPERATION, { error, log });
  if (!error) return { data: null, error: null };
  // If the service refuses the token, this session is already over. The user's other sessions may
  // still be active, so `others` must return the error.
  const isGone = isTerminal(error) || error.status === 401 || error.status === 403;
  return { data: null, error: isGone && scope !== "others" ? keptByBan(error) : error };
}

function reportEnd({ log }: FlowContext, ended: Omit<EndedSession, "reason">): void {
  log.watcher?.signedOut({ ...ended, reason: "user" });
}

async function endOthers(context: FlowContext): Promise<Result<null>> {
  const session = await context.session();
  if (session.status === "authenticated") {
    const result = await revoke(context, "others", session.accessToken);
    const { sub, session_id: sessionId } = session.claims;
    if (!result.error) reportEnd(context, { userId: sub, sessionId, scope: "others" });
    return result;
  }
  const error =
    session.status === "unavailable"
      ? session.error
      : new BackendError({
          kind: "auth",
          code: "session_missing",
          message: `${OPERATION} ends other sessions of a user, and no user is signed in.`,
          operation: OPERATION,
        });
  return { data: null, error };
}

/**
 * A request may carry several sessions. Ends all of them, because the next request would use a
 * remaining one. Removes their cookies before the call to the auth service, so that a pending
 * request cannot restore a session.
 */
export async function signOut(context: FlowContext, scope: SignOutScope): Promise<Result<null>> {
  if (!context.canWrite) return { data: null, error: readOnlyRefusal(OPERATION) };
  if (scope === "others") return endOthers(context);
  const { store } = await context.open();
  const { backend, secret } = context;
  const sessions: Readonly<StoredSession>[] = [];
  for (const session of store.readAll()) {
    if (!(await store.ends.has(session))) sessions.push(session);
  }
  // The tombstone cookie (ids of ended sessions) drops its oldest entries first, so record the
  // session in use last.
  for (const session of sessions.toReversed()) {
    // The end of the session must be recorded before any network call, so verify only with the keys
    // in memory.
    const time = new CallTime(backend.runtime, 0);
    const user = await proveUser(backend, session.accessToken, { secret, time });
    await store.ends.record(session, { isVerified: user !== undefined });
  }
  store.clear();
  await context.changed();
  const bearers = await Promise.all(sessions.map((session) => findBearer(context, store, session)));
  await context.changed();
  // Only the first session is in use. The others may belong to another user, whose sessions in
  // other browsers must not end.
  const scopeAt = (index: number): "global" | "local" => (index === 0 ? scope : "local");
  for (const [index, { accessToken }] of sessions.entries()) {
    const userId = bearers[index]?.user;
    const sessionId = peekClaims(accessToken)?.session_id;
    if (userId === undefined || sessionId === undefined) continue;
    reportEnd(context, { userId, sessionId, scope: scopeAt(index) });
  }
  const results = await Promise.all(
    bearers.map(({ token, error }, index) =>
      token === null ? { data: null, error } : revoke(context, scopeAt(index), token),
    ),
  );
  return results.find(({ error }) => error !== null) ?? { data: null, error: null };
}
