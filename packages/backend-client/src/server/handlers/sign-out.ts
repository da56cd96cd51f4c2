import { toSessionAnswer } from "../../session/session.js";
import { checkPostOrigin } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./handle.js";
import { isFormPost, readFields, respondError, respondJson, respondRedirect } from "./respond.js";

/**
 * `POST sign-out`: ends this session (`scope` `local`, the default), all of the user's (`global`)
 * or all others (`others`). Here it always succeeds. A form is answered by a redirect to `next`.
 */
export async function postSignOut(context: HandlerContext): Promise<Response> {
  const { request, scope, backend, settings } = context;
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondError(null, refusal);
  const fields = await readFields(request);
  const which = fields.scope === "global" || fields.scope === "others" ? fields.scope : "local";
  await scope.auth.signOut({ scope: which });
  if (isFormPost(request)) return respondRedirect(scope, safeNext(fields.next));
  return respondJson(scope, toSessionAnswer(await scope.session(), backend.runtime.now()));
}
