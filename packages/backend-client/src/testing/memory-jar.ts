import type { Cookie } from "../cookies/chunk.js";
import { parseCookieHeader } from "../cookies/jar.js";
import { type CookieChange, serializeCookie } from "../cookies/options.js";
import type { VirtualClock } from "./virtual-clock.js";

/** The cookies of one browser: takes `Set-Cookie`, gives `Cookie`, forgets what is over. */
export interface MemoryJar {
  /** Values as they travel (encoded), by name. A test may read and change them. */
  readonly cookies: Map<string, string>;
  /** Takes the cookies of a response, and answers it. */
  take(response: Response): Response;
  /** The `Cookie` header. */
  header(): string;
  /** A visit of a page of the site. */
  request(path: string, init?: RequestInit): Request;
  /** A POST of a form or script of the site, as a browser marks it. */
  post(path: string, init?: RequestInit): Request;
  /** A GET of a script of the site, as a browser marks it. */
  script(path: string): Request;
  /** Another browser with the same cookies. */
  copy(): MemoryJar;
  /** For `sessions.open({ cookies: jar })`. */
  getAll(): Cookie[];
  /** Takes cookies that a scope set. */
  setAll(changes: readonly CookieChange[]): void;
}

/** Options of {@link createMemoryJar}. */
export interface MemoryJarOptions {
  /** The site. Default `http://app.test`. */
  origin?: string | undefined;
  /** Ends cookies by their `Max-Age`. Default: they stay until they are removed. */
  clock?: Pick<VirtualClock, "monotonicNow"> | undefined;
}

/**
 * Creates an empty jar. It keeps one cookie per name: domains and paths are not modelled.
 * @example
 * const jar = createMemoryJar();
 * const scope = sessions.open(jar.request("/"));
 * jar.take(scope.apply(new Response("page")));
 */
export function createMemoryJar(options: MemoryJarOptions = {}): MemoryJar {
  const { origin = "http://app.test", clock } = options;
  const kept = new Map<string, string>();
  const ends = new Map<string, number>();

  const cookies = (): Map<string, string> => {
    const now = clock?.monotonicNow() ?? 0;
    for (const [name, end] of ends) {
      if (end > now) continue;
      ends.delete(name);
      kept.delete(name);
    }
    return kept;
  };

  const takeLine = (line: string): void => {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const age = attributes.find((attribute) => /^max-age=/i.test(attribute))?.slice(8);
    ends.delete(name);
    if (Number(age ?? 1) <= 0) {
      kept.delete(name);
      return;
    }
    kept.set(name, pair.slice(at + 1));
    if (age !== undefined && clock) ends.set(name, clock.monotonicNow() + Number(age) * 1000);
  };

  const jar: MemoryJar = {
    get cookies() {
      return cookies();
    },
    take(response) {
      for (const line of response.headers.getSetCookie()) takeLine(line);
      return response;
    },
    header: () => [...cookies()].map(([name, value]) => `${name}=${value}`).join("; "),
    request(path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("cookie", jar.header());
      if (!headers.has("host")) headers.set("host", new URL(origin).host);
      return new Request(origin + path, { ...init, headers });
    },
    post: (path, init = {}) =>
      jar.request(path, {
        method: "POST",
        ...init,
        headers: { "sec-fetch-site": "same-origin", origin, ...init.headers },
      }),
    script: (path) => jar.request(path, { headers: { "sec-fetch-site": "same-origin" } }),
    copy() {
      const other = createMemoryJar(options);
      for (const [name, value] of cookies()) other.cookies.set(name, value);
      return other;
    },
    getAll: () => parseCookieHeader(jar.header()),
    setAll(changes) {
      for (const change of changes) takeLine(serializeCookie(change));
    },
  };
  return jar;
}
