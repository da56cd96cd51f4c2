import { BackendError } from "../errors/backend-error.js";

/** The parts of a request that the origin check reads. */
export interface OriginSource {
  /** `Origin`, `Sec-Fetch-Site`, `Host`, `X-Forwarded-Host` and `X-Forwarded-Proto`. */
  headers: Pick<Headers, "get">;
  /** Absolute URL of the request, if the framework provides it. */
  url?: string | undefined;
}

function first(header: string | null): string | null {
  return header?.split(",")[0]?.trim().toLowerCase() || null;
}

function parse(url: string | undefined): URL | null {
  return url !== undefined && URL.canParse(url) ? new URL(url) : null;
}

export function ownHost(source: OriginSource, configured?: string | undefined): string | null {
  if (configured !== undefined) return new URL(configured).host;
  const { headers } = source;
  return (
    first(headers.get("x-forwarded-host")) ??
    first(headers.get("host")) ??
    parse(source.url)?.host ??
    null
  );
}

export function isHttps(source: OriginSource, configured?: string | undefined): boolean | null {
  if (configured !== undefined) return configured.startsWith("https:");
  const forwarded = first(source.headers.get("x-forwarded-proto"));
  if (forwarded !== null) return forwarded === "https";
  // This function runs for every page, and matching the scheme is much faster than parsing the URL.
  const scheme = /^https?:(?=\/\/)/.exec(source.url ?? "")?.[0];
  const protocol = scheme ?? parse(source.url)?.protocol;
  return protocol === undefined ? null : protocol === "https:";
}

/** A prefetch happens before a click, so it must not rotate tokens or use up links. */
export function isPrefetch(headers: Pick<Headers, "get">): boolean {
  if (headers.get("next-router-prefetch") !== null) return true;
  return ["purpose", "sec-purpose", "x-moz", "x-purpose"].some((name) =>
    /\bprefetch\b|\bpreview\b|\bprerender\b/i.test(headers.get(name) ?? ""),
  );
}

function mismatch(what: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "origin_mismatch",
    status: 403,
    message: `The request was refused: ${what}. Send it from a page of this site.`,
  });
}

export const ORIGIN_CHECK = "auth.origin";

export function checkPostOrigin(
  source: OriginSource,
  configured?: string | undefined,
): BackendError | null {
  const site = source.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return mismatch("Sec-Fetch-Site is not same-origin");
  const origin = source.headers.get("origin");
  if (origin === null || origin === "null") {
    // With the referrer policy `no-referrer`, browsers send a form with `Origin: null`.
    return site === "same-origin" ? null : mismatch("its Origin header is missing or null");
  }
  if (configured !== undefined && origin !== new URL(configured).origin) {
    return mismatch("Origin is another site");
  }
  const sender = parse(origin);
  if (sender === null || !/^https?:$/.test(sender.protocol))
    return mismatch("Origin is another site");
  // A proxy may receive https but forward http without `X-Forwarded-Proto`, so accept an https
  // Origin on an http request.
  const isDowngrade = sender.protocol !== "https:" && isHttps(source, configured);
  const host = ownHost(source, configured);
  const own = host === null ? null : parse(`${sender.protocol}//${host}`);
  return !isDowngrade && own?.host === sender.host ? null : mismatch("Origin is another site");
}

/** Without `Sec-Fetch-Site`, the request needs a header that pages of other sites cannot send. */
export function checkReadOrigin(headers: Pick<Headers, "get">): BackendError | null {
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin") return null;
  if (site === null && headers.get("x-backend-client") !== null) return null;
  return mismatch(
    site === null ? "it has no x-backend-client header" : "Sec-Fetch-Site is not same-origin",
  );
}
