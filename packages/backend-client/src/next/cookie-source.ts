import { cookies, headers } from "next/headers";
import type { CookieSource } from "../server/session-server.js";

/** The request's cookies, for a page: Next does not let a page set any. */
export async function readCookies(): Promise<CookieSource> {
  const [store, list] = await Promise.all([cookies(), headers()]);
  return { cookies: { getAll: () => store.getAll() }, headers: list };
}

/** The request's cookies, for an action or a route handler, which may set them. */
export async function writeCookies(): Promise<CookieSource> {
  const [store, list] = await Promise.all([cookies(), headers()]);
  return {
    headers: list,
    cookies: {
      getAll: () => store.getAll(),
      setAll: (changes) => {
        for (const { name, value, options } of changes) store.set(name, value, options);
      },
    },
  };
}
