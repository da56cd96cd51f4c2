// The package `next` has no `exports`, so this import needs the file extension on plain Node.
import { type NextRequest, NextResponse } from "next/server.js";
import { PATH_HEADER } from "../config/constants.js";
import { serializeCookie } from "../cookies/options.js";
import type { InnerScope } from "../server/inner-scope.js";
import { forbidStoring } from "../server/no-store.js";

import type { SessionServer } from "../server/session-server.js";
import { redirectVisitor } from "./protect.js";
import { waitUntil } from "./wait-until.js";

/** The headers that the app's own proxy function may change. */
export interface ProxyHeaders {
  /** Request headers for the page. Add a header to pass a value to the page, such as a nonce. */
  requestHeaders: Headers;
  /** Response headers for the browser. The proxy adds them to every response. */
  responseHeaders: Headers;
}

/**
 * The app's own proxy function. A response that it returns or throws replaces the page, except for
 * `NextResponse.next()` and rewrites, which continue to a page.
 */
// biome-ignore-start lint/suspicious/noConfusingVoidType: a handler may end without a return
export type ProxyHandler = (
  request: NextRequest,
  headers: ProxyHeaders,
) => Response | undefined | void | Promise<Response | undefined | void>;
// biome-ignore-end lint/suspicious/noConfusingVoidType: a handler may end without a return

/** A function that Next accepts as `proxy`. */
export type NextProxyFunction = (request: NextRequest) => Promise<Response>;

/**
 * After a refresh, the old refresh token is no longer valid, so the browser must receive the new
 * cookies even if the app's function throws.
 */
async function answerOf(
  run: () => ReturnType<ProxyHandler>,
  hasCookies: boolean,
): Promise<Response | undefined> {
  try {
    return (await run()) ?? undefined;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    if (!hasCookies) throw thrown;
    console.error(thrown);
    return new Response("Internal Server Error", { status: 500 });
  }
}

function forward(response: Response, requestHeaders: Headers): void {
  const goesOn =
    response.headers.has("x-middleware-next") || response.headers.has("x-middleware-rewrite");
  if (!goesOn || response.headers.has("x-middleware-override-headers")) return;
  const carrier = NextResponse.next({ request: { headers: requestHeaders } });
  for (const [name, value] of carrier.headers) {
    if (name.startsWith("x-middleware-") && name !== "x-middleware-next") {
      response.headers.set(name, value);
    }
  }
}

export function createProxy(
  sessions: () => SessionServer,
  { protect, handler }: { protect: readonly string[]; handler?: ProxyHandler },
): NextProxyFunction {
  return async (request) => {
    const scope = sessions().open(request, { waitUntil }) as InnerScope;
    const session = await scope.session();
    const changes = scope.cookieChanges();
    const requestHeaders = new Headers(request.headers);
    requestHeaders.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
    if (changes.length > 0) {
      for (const { name, value, options } of changes) {
        if (options.maxAge === 0) request.cookies.delete(name);
        else request.cookies.set(name, value);
      }
      // `request.cookies` keeps only one cookie per name. Replace the header, so that the page and
      // the proxy read the same session.
      const cookie = (await scope.jar()).header(requestHeaders.get("cookie"));
      for (const headers of [request.headers, requestHeaders]) {
        if (cookie === "") headers.delete("cookie");
        else headers.set("cookie", cookie);
      }
    }
    const responseHeaders = new Headers();
    const answered = await answerOf(
      () =>
        redirectVisitor(request, session, protect, sessions().settings) ??
        handler?.(request, { requestHeaders, responseHeaders }),
      changes.length > 0,
    );
    const response = answered
      ? new Response(answered.body, answered)
      : NextResponse.next({ request: { headers: requestHeaders } });
    if (answered) forward(response, requestHeaders);
    for (const [name, value] of responseHeaders) {
      if (name === "set-cookie") response.headers.append(name, value);
      else response.headers.set(name, value);
    }
    for (const change of changes) response.headers.append("set-cookie", serializeCookie(change));
    if (changes.length > 0 || session.status === "authenticated") {
      forbidStoring(response.headers);
    }
    return response;
  };
}
