import { createServerClient, parseCookieHeader } from "@supabase/ssr";
import { ANON_KEY } from "../scene/upstream.ts";

/** A cookie that `@supabase/ssr` asks its caller to set. */
export interface SsrCookie {
  name: string;
  value: string;
  options: { maxAge?: number | undefined };
}

/** What `createServerClient` answers. */
export type SsrClient = ReturnType<typeof createServerClient>;

/** What a case may replace. */
export interface SsrOptions {
  set?: (cookies: SsrCookie[]) => void;
  fetch?: typeof fetch;
}

/**
 * A client for one request, as the guide of `@supabase/ssr` makes it: cookies from the request's
 * header, changes handed to the response.
 */
export function openSsr(url: string, request: Request | null, options: SsrOptions = {}): SsrClient {
  return createServerClient(url, ANON_KEY, {
    ...(options.fetch ? { global: { fetch: options.fetch } } : {}),
    cookies: {
      getAll: () =>
        parseCookieHeader(request?.headers.get("cookie") ?? "").map(({ name, value = "" }) => ({
          name,
          value,
        })),
      setAll: options.set ?? (() => {}),
    },
  });
}

/** `name=value` of what is left in the browser after these were set. */
export function ssrCookiePairs(cookies: readonly SsrCookie[]): string[] {
  const kept = new Map<string, string>();
  for (const { name, value, options } of cookies) {
    if (options.maxAge === 0) kept.delete(name);
    else kept.set(name, `${name}=${encodeURIComponent(value)}`);
  }
  return [...kept.values()];
}
