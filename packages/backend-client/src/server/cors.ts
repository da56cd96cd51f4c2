/**
 * Other origins whose pages may call a route with a bearer token. Their calls never use cookies.
 */
export interface CorsOptions {
  /**
   * Origins of the sites, such as `https://app.example.com`. `["*"]` allows all sites, and is
   * allowed only for a route that does not accept cookies.
   */
  origins: readonly string[];
}

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const PREFLIGHT_SECONDS = "600";

export function parseOrigins(
  { origins }: CorsOptions,
  acceptsCookies: boolean,
): ReadonlySet<string> {
  for (const origin of origins) {
    if (origin === "*" && acceptsCookies) {
      throw new TypeError("route: cors.origins cannot be * in a route that accepts cookies.");
    }
    const isExact =
      URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes("*");
    if (origin !== "*" && !isExact) {
      throw new TypeError("route: cors.origins must list origins such as https://app.example.com.");
    }
  }
  return new Set(origins);
}

function allowedOrigin(request: Request, origins: ReadonlySet<string>): string | null {
  const origin = request.headers.get("origin");
  if (origins.has("*")) return "*";
  return origin !== null && origins.has(origin) ? origin : null;
}

export function isPreflight(request: Request): boolean {
  return (
    request.method === "OPTIONS" && request.headers.get("access-control-request-method") !== null
  );
}

export function respondPreflight(request: Request, origins: ReadonlySet<string>): Response {
  const origin = allowedOrigin(request, origins);
  const headers = new Headers({ vary: "Origin" });
  if (origin === null) return new Response(null, { status: 403, headers });
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-allow-methods", METHODS);
  // Calls from other origins never use cookies, so allow every header: the page can do no more than
  // any other HTTP client.
  const asked = request.headers.get("access-control-request-headers");
  if (asked !== null) headers.set("access-control-allow-headers", asked);
  headers.set("access-control-max-age", PREFLIGHT_SECONDS);
  return new Response(null, { status: 204, headers });
}

/**
 * Never sends `Access-Control-Allow-Credentials`, so another origin cannot read a response to a
 * request with cookies.
 */
export function withCorsHeaders(
  answered: Response,
  request: Request,
  origins: ReadonlySet<string>,
): Response {
  // The headers of redirects and fetched responses are immutable.
  const response = new Response(answered.body, answered);
  const origin = allowedOrigin(request, origins);
  response.headers.append("vary", "Origin");
  if (origin === null) return response;
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("access-control-expose-headers", "Retry-After, WWW-Authenticate");
  return response;
}
