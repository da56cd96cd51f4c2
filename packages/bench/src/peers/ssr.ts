import { createServerClient, parseCookieHeader } from "@supabase/ssr";
import { ANON_KEY } from "../scene/upstream.ts";

export interface SsrCookie {
  name: string;
  value: string;
  options: { maxAge?: number | undefined };
}

export type SsrClient = ReturnType<typeof createServerClient>;

export interface SsrOptions {
  set?: (cookies: SsrCookie[]) => void;
  fetch?: typeof fetch;
}

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

export function ssrCookiePairs(cookies: readonly SsrCookie[]): string[] {
  const kept = new Map<string, string>();
  for (const { name, value, options } of cookies) {
    if (options.maxAge === 0) kept.delete(name);
    else kept.set(name, `${name}=${encodeURIComponent(value)}`);
  }
  return [...kept.values()];
}
