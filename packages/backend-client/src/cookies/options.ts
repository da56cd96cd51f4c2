import type { NamePair, OldCookies } from "./names.js";

/** Attributes of a cookie. */
export interface CookieAttributes {
  /** Always the whole site, because any page may read the session. */
  path: "/";
  /**
   * If true, no script can read the cookie. False only for the cookie of `@supabase/ssr`, which its
   * browser client reads (`migrate.bridge`).
   */
  httpOnly: boolean;
  /** Browsers send the cookie after a click on a link, but not when another site posts a form. */
  sameSite: "lax";
  /** By default, true only on https. The option `secureCookies` sets another value. */
  secure: boolean;
  /** Lifetime in seconds; 0 removes the cookie. */
  maxAge: number;
  /** Parent domain, if the app shares sessions between subdomains. */
  domain?: string;
}

/** A cookie to set, or to remove if `maxAge` is 0. */
export interface CookieChange {
  /** Name of the cookie, such as `sb-session.0`. */
  name: string;
  /** The value before encoding. Empty for a removal. */
  value: string;
  /** Attributes. Pass them unchanged to the framework's cookie API. */
  options: CookieAttributes;
}

export interface CookieScope {
  secure: boolean;
  domain?: string | undefined;
  host?: string | undefined;
  names?: NamePair | undefined;
  old?: OldCookies | null | undefined;
}

export function cookieAttributes(
  scope: Pick<CookieScope, "secure" | "domain">,
  maxAge: number,
  httpOnly = true,
): CookieAttributes {
  return {
    path: "/",
    httpOnly,
    sameSite: "lax",
    secure: scope.secure,
    maxAge: Math.max(0, Math.floor(maxAge)),
    ...(scope.domain === undefined ? {} : { domain: scope.domain }),
  };
}

/**
 * The list may include a public suffix such as `co.uk`. Browsers refuse cookies for it, so removing
 * a cookie there is harmless.
 */
export function parentDomains(host: string | undefined): string[] {
  if (host === undefined || /^[\d.]+$|:|^\[/.test(host)) return [];
  const labels = host.split(".");
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
}

export function serializeCookie({ name, value, options }: CookieChange): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${options.path}`,
    `Max-Age=${options.maxAge}`,
    ...(options.maxAge === 0 ? ["Expires=Thu, 01 Jan 1970 00:00:00 GMT"] : []),
    ...(options.domain === undefined ? [] : [`Domain=${options.domain}`]),
    ...(options.secure ? ["Secure"] : []),
    ...(options.httpOnly ? ["HttpOnly"] : []),
    "SameSite=Lax",
  ].join("; ");
}
