export const NO_STORE = "private, no-store";

/** CDNs obey these headers instead of `Cache-Control` (RFC 9213). */
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

export function withMutableHeaders(response: Response): Response {
  try {
    response.headers.set("cache-control", response.headers.get("cache-control") ?? NO_STORE);
    return response;
  } catch {
    // The headers of redirects and fetched responses are immutable.
    return new Response(response.body, {
      status: response.status,
      statusText: response.statusText,
      headers: new Headers(response.headers),
    });
  }
}
