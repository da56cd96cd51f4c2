import { BlockList, isIP } from "node:net";
import type { Context } from "hono";
import { compileRedirectPattern } from "../config/redirect-pattern.ts";
import type { BackendConfig } from "../config/schema.ts";

type RedirectRules = Pick<BackendConfig["auth"], "site_url" | "additional_redirect_urls">;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const LOOPBACK_ADDRESSES = new BlockList();
LOOPBACK_ADDRESSES.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK_ADDRESSES.addAddress("::1", "ipv6");

function isLoopback(address: string): boolean {
  return LOOPBACK_ADDRESSES.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

export function chooseRedirect(rules: RedirectRules, c: Context, preferred?: string): string {
  const asked = c.req.header("redirect_to") || c.req.query("redirect_to");
  const candidates = [preferred, asked, c.req.header("referer")];
  return firstAllowed(rules, candidates);
}

/**
 * Returns the first allowed candidate, otherwise `site_url`. Allowed are the origin of `site_url`
 * (with any port if its host is a loopback host), loopback IP addresses, and URLs that match a
 * configured pattern. URLs with credentials, a disguised host or any other IP address are never
 * allowed.
 */
export function firstAllowed(
  rules: RedirectRules,
  candidates: readonly (string | undefined)[],
): string {
  const allowed = candidates.find((url) => url !== undefined && isAllowedRedirect(rules, url));
  return allowed ?? rules.site_url;
}

const ORDINARY_HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/**
 * Matches the host as the client wrote it, because the URL parser would convert a disguised host
 * such as `2130706433` or `0x7f.1` to 127.0.0.1.
 */
const WRITTEN_HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^:/?#]*)/i;

function isAllowedRedirect(rules: RedirectRules, asked: string): boolean {
  // Browsers remove some spaces and control characters from URLs, which could disguise the real
  // host.
  if (/[\p{Cc} ]/u.test(asked) || !URL.canParse(asked)) return false;
  const url = new URL(asked);
  if (url.username !== "" || url.password !== "") return false;
  const host = WRITTEN_HOST.exec(asked)?.[1]?.toLowerCase() ?? "";
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const isPlain = !isWeb || host === url.hostname;
  if (isPlain && URL.canParse(rules.site_url) && isSameSite(url, new URL(rules.site_url))) {
    return true;
  }
  if (/^\d+$/.test(host)) return false;
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) !== 0) return isLoopback(address);
  if (isWeb && !ORDINARY_HOST.test(host)) return false;
  const [withoutFragment = ""] = asked.split("#", 1);
  return rules.additional_redirect_urls.some((pattern) =>
    compileRedirectPattern(pattern).test(withoutFragment),
  );
}

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || LOOPBACK.has(site.hostname);
}
