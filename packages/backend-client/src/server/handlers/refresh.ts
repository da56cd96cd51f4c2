import { isPrefetch } from "../origin.js";
import { isBelow, safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { HANDLER_HEADERS, respondRedirect, respondTooMany, signInPage } from "./respond.js";

/**
 * `GET refresh?next=`: where a page sends a visitor whose token it cannot use. It refreshes and
 * returns. A link from another site may lead here: nothing happens but a refresh. The hold cookie
 * tells the page not to send the visitor here again at once, so there is no loop, even when the
 * refresh fails. Of several session cookies the one in use stays, the others are removed.
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
    // Its cookies stay: the page would send the visitor here again, and that would not help.
    return respondRedirect(scope, signInPage(settings, next, { error: session.error.code }));
  }
  store.tidy();
  store.hold();
  return respondRedirect(scope, isBelow(next, settings.basePath) ? "/" : next);
}
