import type { NamePair, OldCookies } from "./names.js";

/** Attributes of a cookie the SDK sets; there is no way to leave out `HttpOnly`. */
export interface CookieAttributes {
  /** Whole site: every page reads the session. */
  path: "/";
  /** No script may read it: what an injected script cannot read it cannot send away. */
  httpOnly: true;
  /** A link from a mail must arrive signed in; a foreign form post must not. */
  sameSite: "lax";
  /** On https only: browsers drop `Secure` cookies of http pages. */
  secure: boolean;
  /** Seconds to keep it; 0 removes it. */
  maxAge: number;
  /** Parent domain, when the app shares sessions between subdomains. */
  domain?: string;
}

/** A cookie to set, or to remove when `maxAge` is 0. */
export interface CookieChange {
  /** One of the package's own, such as `sb-session.0`. */
  name: string;
  /** Not encoded yet; empty for a removal. */
  value: string;
  /** Lifetime and scope; hand them on unchanged. */
  options: CookieAttributes;
}

/** What decides the attributes of a request's cookies. */
export interface CookieScope {
  secure: boolean;
  domain?: string | undefined;
  /** Host name without port, whose parent domains may have set cookies too. */
  host?: string | undefined;
  /** Default: those of the prefix `sb`. */
  names?: NamePair | undefined;
  /** Old cookies that are read on https. Default: none. */
  old?: OldCookies | undefined;
}

/** Attributes for a lifetime, in the request's scope. */
export function cookieAttributes(
  scope: Pick<CookieScope, "secure" | "domain">,
  maxAge: number,
): CookieAttributes {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: scope.secure,
    maxAge: Math.max(0, Math.floor(maxAge)),
    ...(scope.domain === undefined ? {} : { domain: scope.domain }),
  };
}

/**
 * Domains above a host whose cookies reach it: those with two or more labels. Browsers refuse
 * cookies for a public suffix, so one in this list does no harm.
 */
export function parentDomains(host: string | undefined): string[] {
  if (host === undefined || /^[\d.]+$|:|^\[/.test(host)) return [];
  const labels = host.split(".");
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
}

/** Writes a change as the value of a `Set-Cookie` header. */
export function serializeCookie({ name, value, options }: CookieChange): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${options.path}`,
    `Max-Age=${options.maxAge}`,
    ...(options.maxAge === 0 ? ["Expires=Thu, 01 Jan 1970 00:00:00 GMT"] : []),
    ...(options.domain === undefined ? [] : [`Domain=${options.domain}`]),
    ...(options.secure ? ["Secure"] : []),
    "HttpOnly",
    "SameSite=Lax",
  ].join("; ");
}
