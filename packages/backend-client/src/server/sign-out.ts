import { BackendError, type Result } from "../errors/backend-error.js";
import { callAuth } from "../session/auth-call.js";
import type { CallBudget } from "../session/call-budget.js";
import { isTerminal, refreshTokens } from "../session/refresh.js";
import type { SessionStore } from "../session/store.js";
import type { TokenSet } from "../session/types.js";
import { recallClaims, verifyToken } from "../session/verify.js";
import { readOnlyRefusal } from "./flow-client.js";
import type { FlowContext } from "./flow-context.js";

const OPERATION = "auth.signOut";

/** Which sessions a sign-out ends: this one, all of the user, or all but this one. */
export type SignOutScope = "global" | "local" | "others";

/** A live token to end sessions with; null when the session is over at the service too. */
type Bearer = { token: string | null; error: null } | { token: null; error: BackendError };

/**
 * A token that the service will take for a session that ended here already. An expired one is
 * refreshed for that alone: what comes back is used once and never stored.
 */
async function findBearer(
  { backend, secret, caller }: FlowContext,
  store: SessionStore,
  tokens: Readonly<TokenSet>,
  budget: CallBudget,
): Promise<Bearer> {
  const headers = caller.forwarded;
  const admit = () => caller.admit(OPERATION);
  const terms = { headers, admit, budget };
  const check = await verifyToken(backend, tokens.accessToken, { secret, ...terms });
  if (check.status === "unavailable") return { token: null, error: check.error };
  if (check.status === "valid") {
    store.end(tokens, { isVerified: true });
    if (tokens.expiresAt > backend.runtime.now() / 1000) {
      return { token: tokens.accessToken, error: null };
    }
  }
  const outcome = await refreshTokens(backend, tokens.refreshToken, terms);
  if (outcome.status === "unavailable") return { token: null, error: outcome.error };
  if (outcome.status === "ended") return { token: null, error: null };
  const renewed = outcome.tokens;
  const given = { secret, headers, budget, isFromService: true };
  const again = await verifyToken(backend, renewed.accessToken, given);
  if (again.status !== "valid") return { token: null, error: again.error };
  store.end(renewed, { isVerified: true });
  return { token: renewed.accessToken, error: null };
}

async function revoke(
  { backend, caller }: FlowContext,
  scope: SignOutScope,
  { bearer, budget }: { bearer: string; budget: CallBudget },
): Promise<Result<null>> {
  const { error } = await callAuth(backend, {
    path: `/logout?scope=${scope}`,
    operation: OPERATION,
    bearer,
    headers: caller.forwarded,
    budget,
  });
  if (!error) return { data: null, error: null };
  // A session the service no longer knows is as signed out as can be; the others may not be.
  const isGone = isTerminal(error) || error.status === 401 || error.status === 403;
  return { data: null, error: isGone && scope !== "others" ? null : error };
}

/** Ends all sessions but this one, which goes on whatever becomes of that. */
async function endOthers(context: FlowContext): Promise<Result<null>> {
  const session = await context.session();
  if (session.status === "authenticated") {
    const budget = context.budget({ needsSession: true });
    return revoke(context, "others", { bearer: session.accessToken, budget });
  }
  const error =
    session.status === "unavailable"
      ? session.error
      : new BackendError({
          kind: "auth",
          code: "session_missing",
          message: `${OPERATION} ends other sessions of a user, and nobody is signed in.`,
          operation: OPERATION,
        });
  return { data: null, error };
}

/**
 * Signs out every session of the request, since one that stays would be next in use. Cookies and
 * caches forget them before anything is asked, so that nothing under way can bring them back,
 * whatever the service says and however long that takes.
 * @returns an error when the service did not confirm it: the session is gone here all the same, but
 * its tokens work elsewhere until they are over
 */
export async function signOut(context: FlowContext, scope: SignOutScope): Promise<Result<null>> {
  if (!context.canWrite) return { data: null, error: readOnlyRefusal(OPERATION) };
  if (scope === "others") return endOthers(context);
  const { store } = await context.open();
  const budget = context.budget({ needsSession: false });
  const sessions = store.readAll().filter((session) => !store.isEnded(session));
  // The one in use last: the newest tombstones are kept longest.
  for (const session of sessions.toReversed()) {
    const claims = recallClaims(context.backend, session.accessToken, budget);
    store.end(session, { isVerified: claims !== null });
  }
  store.clear();
  await context.changed();
  const bearers = await Promise.all(
    sessions.map((session) => findBearer(context, store, session, budget)),
  );
  // Now that the tokens are verified, their sessions are known by more than this browser.
  await context.changed();
  const results = await Promise.all(
    bearers.map(({ token, error }, index) =>
      token === null
        ? { data: null, error }
        : // Another session may be another user's, who asked for nothing but this browser.
          revoke(context, index === 0 ? scope : "local", { bearer: token, budget }),
    ),
  );
  return results.find(({ error }) => error !== null) ?? { data: null, error: null };
}
