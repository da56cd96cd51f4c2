import { createServerClient, parseCookieHeader } from "@supabase/ssr";
import { ANON_KEY } from "../scene/upstream.ts";

/** A cookie that `@supabase/ssr` asks its caller to set. */
export interface SsrCookie {
  name: string;
  value: string;
  options: { maxAge?: number | undefined };
}

/** The client that `createServerClient` returns. */
export type SsrClient = ReturnType<typeof createServerClient>;

/** Options that a case may replace. */
export interface SsrOptions {
  set?: (cookies: SsrCookie[]) => void;
  fetch?: typeof fetch;
}

/**
 * Creates a client for one request, as in the guide of `@supabase/ssr`: it reads cookies from the
 * request's header and passes changes to the response.
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

/** Returns `name=value` of the cookies that remain in the browser after these were set. */
export function ssrCookiePairs(cookies: readonly SsrCookie[]): string[] {
  const kept = new Map<string, string>();
  for (const { name, value, options } of cookies) {
    if (options.maxAge === 0) kept.delete(name);
    else kept.set(name, `${name}=${encodeURIComponent(value)}`);
  }
  return [...kept.values()];
}
