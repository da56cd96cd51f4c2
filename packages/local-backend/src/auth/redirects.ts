import type { Context } from "hono";
import type { BackendConfig } from "../config/schema.ts";

type RedirectRules = Pick<BackendConfig["auth"], "site_url" | "additional_redirect_urls">;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The requested URL counts if site_url's host or a configured pattern allows it, else site_url. */
export function chooseRedirect(rules: RedirectRules, asked: string | undefined): string {
  return asked !== undefined && isAllowedRedirect(rules, asked) ? asked : rules.site_url;
}

/** `redirect_to` is a query parameter or a header. */
export function readRedirect(c: Context): string | undefined {
  return c.req.query("redirect_to") || c.req.header("redirect_to") || undefined;
}

function isAllowedRedirect(rules: RedirectRules, asked: string): boolean {
  if (!URL.canParse(asked)) return false;
  const url = new URL(asked);
  if (url.username !== "" || url.password !== "") return false;
  if (URL.canParse(rules.site_url) && isSameSite(url, new URL(rules.site_url))) return true;
  return rules.additional_redirect_urls.some((pattern) => globToRegExp(pattern).test(asked));
}

function isSameSite(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || LOOPBACK.has(site.hostname);
}

/**
 * As on hosted, `*` stops at `.` and `/`, `**` does not, and `?` is one character except those two.
 * @see https://supabase.com/docs/guides/auth/redirect-urls
 */
export function globToRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^./]*";
    if (part === "?") return "[^./]";
    return part.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
