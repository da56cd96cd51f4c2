import { isPrefetch } from "../origin.js";
import { isBelow, safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { HANDLER_HEADERS, respondRedirect, respondTooMany, signInPage } from "./respond.js";

/**
 * `GET refresh?next=`: refreshes the session and redirects back, for a page that cannot use its
 * token. A link from another site can only cause a refresh. The hold cookie prevents a loop.
 */
export async function getRefresh({ request, scope, settings }: HandlerContext): Promise<Response> {
  if (isPrefetch(request.headers)) {
    return new Response(null, { status: 204, headers: HANDLER_HEADERS });
  }
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  const session = await scope.session();
  const { refusal } = scope.caller;
  if (refusal && session.status === "unavailable") return respondTooMany(scope, refusal);
  const store = await scope.store();
  if (session.status === "unauthenticated" && session.error && store.read().status === "whole") {
    // The cookies stay, so the page would redirect the visitor here again without effect.
    return respondRedirect(scope, signInPage(settings, next, { error: session.error.code }));
  }
  store.tidy();
  store.hold();
  return respondRedirect(scope, isBelow(next, settings.basePath) ? "/" : next);
}
