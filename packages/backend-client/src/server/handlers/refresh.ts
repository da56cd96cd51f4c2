import { isPrefetch } from "../origin.js";
import { isBelow, safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { respondTooMany, respondUnavailable } from "./page.js";
import { HANDLER_HEADERS, respondRedirect, signInPage } from "./respond.js";

/** GET is safe here, because a link from another site can cause no more than a refresh. */
export async function getRefresh(context: HandlerContext): Promise<Response> {
  const { request, scope, settings } = context;
  if (isPrefetch(request.headers)) {
    return new Response(null, { status: 204, headers: HANDLER_HEADERS });
  }
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  const session = await scope.session();
  const { refusal } = scope.caller;
  if (refusal && session.status === "unavailable") return respondTooMany(context, refusal);
  const store = await scope.store();
  // This handler sets the hold cookie before it redirects to `next`. If the cookie is still there,
  // the page at `next` has redirected back, so show an error page.
  if (session.status === "unavailable" && session.error.kind === "network" && store.isHeld()) {
    return respondUnavailable(context, session.error);
  }
  if (session.status === "unauthenticated" && session.error && store.read().status === "whole") {
    // The service refused the refresh, but the cookies remain, so the page at `next` would redirect
    // back here. Redirect to the sign-in page.
    return respondRedirect(scope, signInPage(settings, next, { error: session.error.code }));
  }
  store.tidy();
  store.hold();
  return respondRedirect(scope, isBelow(next, settings.basePath) ? "/" : next);
}
