import type { BackendError } from "../../errors/backend-error.js";
import type { InnerScope } from "../inner-scope.js";
import { NO_STORE } from "../no-store.js";
import type { ServerSettings } from "../options.js";
import { ORIGIN_CHECK } from "../origin.js";
import type { Scope } from "../scope-type.js";

export const HANDLER_HEADERS = {
  "cache-control": NO_STORE,
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
} as const;

export function respondJson(scope: Scope | null, body: unknown, status = 200): Response {
  const response = Response.json(body, { status, headers: HANDLER_HEADERS });
  return scope ? scope.apply(response) : response;
}

export function retryAfter({ retryAfterSeconds }: BackendError): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
}

export function respondError(scope: Scope | null, error: BackendError): Response {
  const response = Response.json(
    { error: error.toJSON() },
    { status: error.status ?? 400, headers: { ...HANDLER_HEADERS, ...retryAfter(error) } },
  );
  return scope ? scope.apply(response) : response;
}

export function respondOriginRefusal(
  { hooks }: Pick<InnerScope, "hooks">,
  error: BackendError,
): Response {
  hooks?.notify("refused", { operation: ORIGIN_CHECK, error });
  return respondError(null, error);
}

export function signInPage(
  { signInPath }: Pick<ServerSettings, "signInPath">,
  next: string,
  reason: { error: string } | { notice: "other_browser" },
): string {
  const page =
    "error" in reason
      ? withParameter(signInPath, "error", reason.error)
      : withParameter(signInPath, "notice", reason.notice);
  return next === "/" ? page : withParameter(page, "next", next);
}

export function withNotice(next: string): string {
  return withParameter(next, "notice", "confirm_other_address");
}

export function respondRedirect(scope: Scope, path: string): Response {
  return scope.apply(
    new Response(null, { status: 303, headers: { ...HANDLER_HEADERS, location: path } }),
  );
}

export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, "http://same-origin.invalid");
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
