import { toSessionAnswer } from "../../session/session.js";
import { checkPostOrigin, checkReadOrigin } from "../origin.js";
import type { HandlerContext } from "./handle.js";
import { readFields, respondError, respondJson } from "./respond.js";

/** `GET session`: who is signed in, with the access token, for scripts of this site only. */
export async function getSession({ request, scope, backend }: HandlerContext): Promise<Response> {
  const refusal = checkReadOrigin(request.headers);
  if (refusal) return respondError(null, refusal);
  return respondJson(scope, toSessionAnswer(await scope.session(), backend.runtime.now()));
}

/** `POST refresh`: the same after a refresh, when one is due or `force` is asked for. */
export async function postRefresh(context: HandlerContext): Promise<Response> {
  const { request, scope, backend, settings } = context;
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondError(null, refusal);
  const isForced = (await readFields(request)).force === "true";
  const session = isForced ? await scope.refresh() : await scope.session();
  return respondJson(scope, toSessionAnswer(session, backend.runtime.now()));
}
