import { type NextRequest, NextResponse } from "next/server.js";

type ReadCookies = NextRequest["cookies"];
type WriteCookies = NextResponse["cookies"];
export type SetCookie = ReturnType<WriteCookies["getAll"]>[number];

export interface CookieStore {
  store: object;
  /** Returns the last change of each name, because Next sends one header per name. */
  changes(): SetCookie[];
}

const READ_ONLY = new Set<string | symbol>(["set", "delete", "clear"]);

/** Binds methods to the store. With the proxy as `this`, they would fail. */
function memberOf(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target);
  return typeof value === "function" ? value.bind(target) : value;
}

function refuse(): never {
  throw new Error(
    "Cookies can only be modified in a Server Action or Route Handler. Read more: https://nextjs.org/docs/app/api-reference/functions/cookies#options",
  );
}

export function readOnlyCookies(cookies: ReadCookies): CookieStore {
  const store = new Proxy(cookies, {
    get: (target, key) => (READ_ONLY.has(key) ? refuse : memberOf(target, key)),
  });
  return { store, changes: () => [] };
}

export function writableCookies(sent: ReadCookies): CookieStore {
  const { cookies } = new NextResponse();
  for (const cookie of sent.getAll()) cookies.set(cookie);
  const changed = new Set<string>();
  const note = (method: "set" | "delete") => {
    return (...args: [string | { name: string }, ...unknown[]]) => {
      const [first] = args;
      changed.add(typeof first === "string" ? first : first.name);
      Reflect.apply(cookies[method], cookies, args);
      return store;
    };
  };
  const store: object = new Proxy(cookies, {
    get: (target, key) => (key === "set" || key === "delete" ? note(key) : memberOf(target, key)),
  });
  return { store, changes: () => cookies.getAll().filter(({ name }) => changed.has(name)) };
}

export function cookieLines(cookies: readonly SetCookie[]): string[] {
  return cookies.flatMap((cookie) => {
    const response = new NextResponse();
    response.cookies.set(cookie);
    return response.headers.getSetCookie();
  });
}
