import { toSessionAnswer } from "../../session/session.js";
import { checkPostOrigin } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { isFormPost, readFields } from "./fields.js";
import { respondJson, respondOriginRefusal, respondRedirect, withParameter } from "./respond.js";

export async function postSignOut(context: HandlerContext): Promise<Response> {
  const { request, scope, backend, settings } = context;
  const refusal = checkPostOrigin(request, settings.origin);
  if (refusal) return respondOriginRefusal(scope, refusal);
  const fields = await readFields(request);
  const which = fields.scope === "global" || fields.scope === "others" ? fields.scope : "local";
  const { error } = await scope.auth.signOut({ scope: which });
  if (isFormPost(request)) {
    const next = safeNext(fields.next);
    return respondRedirect(scope, error ? withParameter(next, "error", error.code) : next);
  }
  const answer = toSessionAnswer(await scope.session(), backend.runtime.now());
  return respondJson(scope, error ? { ...answer, error: error.toJSON() } : answer);
}
