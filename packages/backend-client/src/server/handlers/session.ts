import { toSessionAnswer } from "../../session/session.js";
import { checkPostOrigin, checkReadOrigin } from "../origin.js";
import type { HandlerContext } from "./context.js";
import { readFields } from "./fields.js";
import { respondError, respondJson, respondOriginRefusal } from "./respond.js";

/** The response contains the access token, so only scripts of this origin may read the response. */
export async function getSession({ request, scope, backend }: HandlerContext): Promise<Response> {
  const refusal = checkReadOrigin(request.headers);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const session = await scope.session();
  const { refusal: held } = scope.caller;
  if (held && session.status === "unavailable") return respondError(scope, held);
  return respondJson(scope, toSessionAnswer(session, backend.runtime.now()));
}

export async function postRefresh(context: HandlerContext): Promise<Response> {
  const { request, scope, backend, settings } = context;
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const isForced = (await readFields(request)).force === "true";
  const { session, error } = isForced
    ? await scope.tryRefresh()
    : { session: await scope.session(), error: null };
  const { refusal: held } = scope.caller;
  if (held && (isForced || session.status === "unavailable")) return respondError(scope, held);
  const answer = toSessionAnswer(session, backend.runtime.now());
  return respondJson(scope, error ? { ...answer, error: error.toJSON() } : answer);
}
