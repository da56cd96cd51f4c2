import { isPrefetch } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import { respondTooMany } from "./page.js";
import {
  HANDLER_HEADERS,
  respondRedirect,
  signInPage,
  withNotice,
  withParameter,
} from "./respond.js";

/**
 * A signed-in user who opens a used link again causes one of these errors, so redirect to `next`
 * without the error.
 */
const OVER = new Set([
  "pkce_code_verifier_not_found",
  "flow_state_not_found",
  "flow_state_already_used",
]);

function flowIdOf(parameters: URLSearchParams): string | undefined {
  const id = parameters.get("sb_flow_id") ?? "";
  return /^[\w-]{8,64}$/.test(id) ? id : undefined;
}

export async function getCallback(context: HandlerContext): Promise<Response> {
  const { request, scope, settings } = context;
  if (isPrefetch(request.headers)) {
    return new Response(null, { status: 204, headers: HANDLER_HEADERS });
  }
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  // The auth service writes messages into the fragment, and browsers keep a fragment across
  // redirects. An empty fragment in the redirect's URL drops the message.
  const lead = (path: string) => respondRedirect(scope, path.includes("#") ? path : `${path}#`);
  const fail = async (reason: string): Promise<Response> => {
    const code = /^\w{1,60}$/.test(reason) ? reason : "unknown";
    const session = await scope.session();
    if (session.status === "authenticated") {
      return lead(OVER.has(code) ? next : withParameter(next, "error", code));
    }
    const isElsewhere = code === "pkce_code_verifier_not_found";
    return lead(
      isElsewhere
        ? signInPage(settings, next, { notice: "other_browser" })
        : signInPage(settings, next, { error: code }),
    );
  };
  const code = searchParams.get("code");
  const refused = searchParams.get("error_code") ?? searchParams.get("error");
  if (refused !== null) return fail(refused);
  if (!code) {
    return searchParams.has("message") ? lead(withNotice(next)) : fail("bad_oauth_callback");
  }
  const flowId = flowIdOf(searchParams);
  const { error } = await scope.auth.exchangeCodeForSession(code, flowId ? { flowId } : undefined);
  if (scope.caller.refusal) return respondTooMany(context, scope.caller.refusal);
  return error ? fail(error.code) : lead(next);
}
