import { isPrefetch } from "../origin.js";
import { isBelow, safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { respondTooMany, respondUnavailable } from "./page.js";
import { HANDLER_HEADERS, respondRedirect, signInPage } from "./respond.js";

/**
 * `GET refresh?next=`: refreshes the session and redirects back, for a page that needs new tokens
 * but cannot set cookies. A link from another site can cause no more than a refresh. The hold
 * cookie prevents a loop. While the browser has this cookie, a refresh without a usable response
 * from the auth service shows the page `unavailable` instead of redirecting. If the service refuses
 * the refresh without ending the session, the handler redirects to the sign-in page. A rate limit
 * of the SDK shows the page `tooManyAttempts`.
 */
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
  // The hold cookie shows that a page redirected to this handler a moment ago. If this handler
  // redirected back to the page, the page would redirect here again.
  if (session.status === "unavailable" && session.error.kind === "network" && store.isHeld()) {
    return respondUnavailable(context, session.error);
  }
  if (session.status === "unauthenticated" && session.error && store.read().status === "whole") {
    // The auth service refused the refresh without ending the session, so the cookies remain. The
    // page would redirect to this handler again and again, so redirect to the sign-in page.
    return respondRedirect(scope, signInPage(settings, next, { error: session.error.code }));
  }
  store.tidy();
  store.hold();
  return respondRedirect(scope, isBelow(next, settings.basePath) ? "/" : next);
}
