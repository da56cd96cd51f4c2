import { cookies, headers } from "next/headers.js";
import { connection } from "next/server.js";
import type { Cookie } from "../cookies/chunk.js";
import { parseCookieHeader } from "../cookies/jar.js";
import type { CookieChange } from "../cookies/options.js";
import type { OriginSource } from "../server/origin.js";
import type { CookieSource } from "../server/session-server.js";

type RequestHeaders = Awaited<ReturnType<typeof headers>>;

/**
 * The cookies that an action has set. After the action, Next renders the page with the request's
 * old `Cookie` header.
 */
const written = new WeakMap<RequestHeaders, Map<string, CookieChange>>();

/** Next's `cookies()` keeps only one cookie per name, so this function parses the header. */
function readHeader(list: RequestHeaders): Cookie[] {
  const changes = written.get(list) ?? new Map<string, CookieChange>();
  const untouched = parseCookieHeader(list.get("cookie")).filter(({ name }) => !changes.has(name));
  const set = [...changes.values()].filter(({ options }) => options.maxAge > 0);
  return [...untouched, ...set.map(({ name, value }) => ({ name, value }))];
}

export async function readCookies(): Promise<CookieSource> {
  // `cookies()` would parse every cookie. `connection()` waits for a request, while `headers()` may
  // already resolve when Next renders a prefetch.
  const [list] = await Promise.all([headers(), connection()]);
  return { cookies: { getAll: () => readHeader(list) }, headers: list };
}

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
