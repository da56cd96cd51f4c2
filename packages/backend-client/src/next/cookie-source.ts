import { cookies, headers } from "next/headers.js";
import { connection } from "next/server.js";
import type { Cookie } from "../cookies/chunk.js";
import { parseCookieHeader } from "../cookies/jar.js";
import type { CookieChange } from "../cookies/options.js";
import type { OriginSource } from "../server/origin.js";
import type { CookieSource } from "../server/session-server.js";

type RequestHeaders = Awaited<ReturnType<typeof headers>>;

/**
 * Cookies that an action set. The page that Next renders after the action gets only the request's
 * old `Cookie` header. That page reads the new cookies from this map.
 */
const written = new WeakMap<RequestHeaders, Map<string, CookieChange>>();

/** Reads the `Cookie` header, because Next's `cookies()` keeps only one cookie per name. */
function readHeader(list: RequestHeaders): Cookie[] {
  const changes = written.get(list) ?? new Map<string, CookieChange>();
  const untouched = parseCookieHeader(list.get("cookie")).filter(({ name }) => !changes.has(name));
  const set = [...changes.values()].filter(({ options }) => options.maxAge > 0);
  return [...untouched, ...set.map(({ name, value }) => ({ name, value }))];
}

/** Returns the cookies for a page, which cannot set cookies in Next. */
export async function readCookies(): Promise<CookieSource> {
  // `headers()` marks the render as dynamic, as `cookies()` does, but does not parse every cookie.
  // Also wait for `connection()`: a prefetch may have headers before a request exists, and the
  // session depends on the current time.
  const [list] = await Promise.all([headers(), connection()]);
  return { cookies: { getAll: () => readHeader(list) }, headers: list };
}

/** Returns the cookies for an action or a route handler, which can set cookies. */
export async function writeCookies(): Promise<CookieSource & OriginSource> {
  const [list, store] = await Promise.all([headers(), cookies()]);
  return {
    headers: list,
    cookies: {
      getAll: () => readHeader(list),
      setAll: (changes) => {
        const all = written.get(list) ?? new Map<string, CookieChange>();
        for (const change of changes) {
          store.set(change.name, change.value, change.options);
          all.set(change.name, change);
        }
        written.set(list, all);
      },
    },
  };
}
