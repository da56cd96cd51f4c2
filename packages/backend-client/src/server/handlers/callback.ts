import { isPrefetch } from "../origin.js";
import { safeNext } from "../redirects.js";
import type { HandlerContext } from "./context.js";
import {
  HANDLER_HEADERS,
  respondRedirect,
  respondTooMany,
  signInPage,
  withNotice,
  withParameter,
} from "./respond.js";

/** Failures of a callback whose flow is over: the address was opened again. */
const OVER = new Set([
  "pkce_code_verifier_not_found",
  "flow_state_not_found",
  "flow_state_already_used",
]);

/** The id of the flow that began in this browser; undefined where the address names none. */
function flowIdOf(parameters: URLSearchParams): string | undefined {
  const id = parameters.get("sb_flow_id") ?? "";
  return /^[\w-]{8,64}$/.test(id) ? id : undefined;
}

/**
 * `GET callback?code=&next=`: the end of a PKCE flow (OAuth, or the link of an email). The verifier
 * cookie proves that the flow began in this browser. On failure the sign-in page gets `?error=`, or
 * `next` when the visitor is signed in. `next` gets `?notice=confirm_other_address` after
 * the first of two links that change an address, the sign-in page `?notice=other_browser` for a link
 * whose flow began elsewhere.
 */
export async function getCallback({ request, scope, settings }: HandlerContext): Promise<Response> {
  if (isPrefetch(request.headers)) {
    return new Response(null, { status: 204, headers: HANDLER_HEADERS });
  }
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  // Browsers carry a fragment over a redirect, and the service writes its sentences into one.
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
  if (scope.caller.refusal) return respondTooMany(scope, scope.caller.refusal);
  return error ? fail(error.code) : lead(next);
}
