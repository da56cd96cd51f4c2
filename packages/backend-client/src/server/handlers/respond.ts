import type { BackendError } from "../../errors/backend-error.js";
import { NO_STORE } from "../no-store.js";
import type { ServerSettings } from "../options.js";
import { ORIGIN_CHECK } from "../origin.js";
import type { InnerScope } from "../scope.js";
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

function retryAfter({ retryAfterSeconds }: BackendError): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
}

export function respondError(scope: Scope | null, error: BackendError): Response {
  const response = Response.json(
    { error: error.toJSON() },
    { status: error.status ?? 400, headers: { ...HANDLER_HEADERS, ...retryAfter(error) } },
  );
  return scope ? scope.apply(response) : response;
}

/** For a request that a page of another site may have caused. Sets no cookies. */
export function respondOriginRefusal(
  { hooks }: Pick<InnerScope, "hooks">,
  error: BackendError,
): Response {
  hooks?.notify("refused", { operation: ORIGIN_CHECK, error });
  return respondError(null, error);
}

export function respondTooMany(scope: Scope, refusal: BackendError): Response {
  const { retryAfterSeconds: seconds } = refusal;
  const text =
    seconds === undefined
      ? "Try again in a few minutes."
      : `Wait ${seconds} seconds, then load this page again.`;
  return respondPage(scope, {
    status: 429,
    title: "Too many attempts",
    body: `<p>${text}</p>`,
    headers: retryAfter(refusal),
  });
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

export function respondPage(
  scope: Scope | null,
  page: { title: string; body: string; status?: number; headers?: Record<string, string> },
): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(page.title)}</title><style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}button,a{font:inherit}button{padding:.6rem 1.2rem;cursor:pointer}</style><main><h1>${escapeHtml(page.title)}</h1>${page.body}</main></html>`;
  const response = new Response(html, {
    status: page.status ?? 200,
    headers: {
      ...HANDLER_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      ...page.headers,
    },
  });
  return scope ? scope.apply(response) : response;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, "http://same-origin.invalid");
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
