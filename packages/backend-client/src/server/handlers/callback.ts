import { isPrefetch } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { HANDLER_HEADERS, respondRedirect, respondTooMany, withParameter } from "./respond.js";

/**
 * `GET callback?code=&next=`: the end of a PKCE flow (OAuth, or a link of a mail). The verifier
 * cookie proves that the flow began in this browser. On failure the sign-in page gets `?error=`.
 */
export async function getCallback({ request, scope, settings }: HandlerContext): Promise<Response> {
  if (isPrefetch(request.headers)) {
    return new Response(null, { status: 204, headers: HANDLER_HEADERS });
  }
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  const code = searchParams.get("code");
  const refused = searchParams.get("error_code") ?? searchParams.get("error");
  const fail = (reason: string): Response => {
    const known = /^\w{1,60}$/.test(reason) ? reason : "unknown";
    const page = withParameter(settings.signInPath, "error", known);
    return respondRedirect(scope, next === "/" ? page : withParameter(page, "next", next));
  };
  if (refused !== null || !code) return fail(refused ?? "bad_oauth_callback");
  const { error } = await scope.auth.exchangeCodeForSession(code);
  if (scope.caller.refusal) return respondTooMany(scope, scope.caller.refusal);
  return error ? fail(error.code) : respondRedirect(scope, next);
}
