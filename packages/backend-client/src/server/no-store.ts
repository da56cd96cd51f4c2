/** The value of `Cache-Control` for a response that may belong to one user. */
export const NO_STORE = "private, no-store";

/**
 * Caches between server and browser obey these headers instead of `Cache-Control`. RFC 9213 defines
 * `CDN-Cache-Control`. The other headers are older or specific to one provider.
 */
const CDN_HEADERS = [
  "cdn-cache-control",
  "surrogate-control",
  "cloudflare-cdn-cache-control",
  "vercel-cdn-cache-control",
];

export function forbidStoring(headers: Headers): void {
  headers.set("cache-control", NO_STORE);
  for (const name of CDN_HEADERS) headers.delete(name);
}

/**
 * Returns true if the request may belong to a session, or if its headers are undefined.
 * @param starts prefixes of the session cookies' names
 */
export function mayHaveSession(
  headers: Pick<Headers, "get"> | undefined,
  starts: readonly string[],
): boolean {
  if (!headers) return true;
  if (/^bearer\s/i.test(headers.get("authorization") ?? "")) return true;
  return (headers.get("cookie") ?? "").split(";").some((pair) => {
    const name = pair.trimStart();
    return starts.some((start) => name.startsWith(start));
  });
}

/**
 * Returns the response if its headers can change, and adds `private, no-store` if it has no
 * `Cache-Control`. The headers of redirects and fetched responses cannot change. For such a
 * response, returns a copy that has the same status and body, and whose headers can change.
 */
export function withMutableHeaders(response: Response): Response {
  try {
    response.headers.set("cache-control", response.headers.get("cache-control") ?? NO_STORE);
    return response;
  } catch {
    return new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: new Headers(response.headers),
    });
  }
}
