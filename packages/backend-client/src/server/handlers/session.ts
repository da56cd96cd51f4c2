import { toSessionAnswer } from "../../session/session.js";
import { checkPostOrigin, checkReadOrigin } from "../origin.js";
import type { HandlerContext } from "./context.js";
import { readFields } from "./fields.js";
import { respondError, respondJson, respondOriginRefusal } from "./respond.js";

/** `GET session`: returns the session with the access token, for scripts of this site only. */
export async function getSession({ request, scope, backend }: HandlerContext): Promise<Response> {
  const refusal = checkReadOrigin(request.headers);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const session = await scope.session();
  const { refusal: held } = scope.caller;
  if (held && session.status === "unavailable") return respondError(scope, held);
  return respondJson(scope, toSessionAnswer(session, backend.runtime.now()));
}

/**
 * `POST refresh`: refreshes the session if a refresh is due, or always with `force`. If a forced
 * refresh fails, the response also has the `error`.
 */
export async function postRefresh(context: HandlerContext): Promise<Response> {
  const { request, scope, backend, settings } = context;
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const isForced = (await readFields(request)).force === "true";
  const { session, error } = isForced
    ? await scope.tryRefresh()
    : { session: await scope.session(), error: null };
  const { refusal: held } = scope.caller;
  // A valid token remains usable if a rate limit refuses the refresh. Return the refusal only if
  // the caller forced the refresh or the session is unavailable.
  if (held && (isForced || session.status === "unavailable")) return respondError(scope, held);
  const answer = toSessionAnswer(session, backend.runtime.now());
  return respondJson(scope, error ? { ...answer, error: error.toJSON() } : answer);
}
