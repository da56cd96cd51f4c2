import type { Result } from "../errors/backend-error.js";
import { callAuth } from "../session/auth-call.js";
import { peekClaims } from "../session/jwt.js";
import { isTerminal } from "../session/refresh.js";
import type { FlowContext } from "./auth-flows.js";
import { readOnlyRefusal } from "./flow-client.js";

/** Which sessions a sign-out ends: this one, all of the user, or all but this one. */
export type SignOutScope = "global" | "local" | "others";

/**
 * Signs out. Cookies and caches forget the session before the service is asked, so that nothing
 * under way can bring it back, and whatever the service says.
 */
export async function signOut(context: FlowContext, scope: SignOutScope): Promise<Result<null>> {
  const { backend } = context;
  const operation = "auth.signOut";
  if (!context.canWrite) return { data: null, error: readOnlyRefusal(operation) };
  const { store } = await context.open();
  const before = store.read();
  if (before.status !== "whole") {
    store.clear();
    await context.changed();
    return { data: null, error: null };
  }
  // The service wants a live token, so an expired one is refreshed first.
  const session = await context.session();
  const bearer = session.status === "authenticated" ? session.accessToken : null;
  if (scope !== "others") {
    const now = store.read();
    const verifiedId = session.status === "authenticated" ? session.claims.session_id : null;
    for (const read of [before, now]) {
      if (read.status !== "whole") continue;
      const id = peekClaims(read.session.accessToken)?.session_id;
      store.end(read.session, { isVerified: id !== undefined && id === verifiedId });
    }
    store.clear();
    await context.changed();
  }
  if (bearer === null) {
    const error = session.status === "unavailable" ? session.error : null;
    return { data: null, error };
  }
  const { error } = await callAuth(backend, {
    path: `/logout?scope=${scope}`,
    operation,
    bearer,
    headers: context.caller.forwarded,
  });
  // A session the service no longer knows is as signed out as can be.
  const isDone = !error || isTerminal(error) || error.status === 401 || error.status === 403;
  return { data: null, error: isDone ? null : error };
}
