import type { Cookie } from "../cookies/chunk.js";
import { parseCookieHeader } from "../cookies/jar.js";
import { type CookieChange, serializeCookie } from "../cookies/options.js";
import { type CookieBox, type CookiePlace, cookiesFor, storeCookie } from "./cookie-box.js";
import type { VirtualClock } from "./virtual-clock.js";

/**
 * The cookies of one browser at one site. Domain, Path, Secure, expiry and the `__Host-` and
 * `__Secure-` prefixes work as in a browser.
 */
export interface MemoryJar {
  /** The site of the jar, such as `https://app.example.com`. */
  readonly origin: string;
  /**
   * Encoded values of the cookies that the browser sends to `/`, by name. If several cookies have
   * one name, the map has the value of the first. A test may change the map: `set` writes a cookie
   * for this host only, and `delete` removes all cookies of the name.
   */
  readonly cookies: Map<string, string>;
  /** Stores the cookies that a response sets, and returns the response. */
  take(response: Response): Response;
  /** Returns the `Cookie` header that the browser sends to a path of the site. Default `/`. */
  header(path?: string): string;
  /** Creates a request for a page of the site, with the jar's cookies. */
  request(path: string, init?: RequestInit): Request;
  /** Creates a POST request that a form or script of the site sends, with a browser's headers. */
  post(path: string, init?: RequestInit): Request;
  /** Creates a GET request that a script of the site sends, with a browser's headers. */
  script(path: string): Request;
  /** Returns the jar of a new browser, with copies of the cookies. */
  copy(): MemoryJar;
  /** Returns this browser's jar at another site, such as a sibling host. */
  at(origin: string): MemoryJar;
  /** Returns the cookies that the browser sends to `/`, for `sessions.open({ cookies: jar })`. */
  getAll(): Cookie[];
  /** Stores the cookies that a scope sets, for `sessions.open({ cookies: jar })`. */
  setAll(changes: readonly CookieChange[]): void;
}

/** Options of {@link createMemoryJar}. */
export interface MemoryJarOptions {
  /** The site. Default `http://app.test`. */
  origin?: string | undefined;
  /** Clock for the expiry of cookies. Default: no time passes, so no cookie expires. */
  clock?: Pick<VirtualClock, "monotonicNow"> | undefined;
}

class CookieView extends Map<string, string> {
  readonly #jar: { box: CookieBox; place: CookiePlace; now(): number };

  constructor(jar: { box: CookieBox; place: CookiePlace; now(): number }) {
    super();
    this.#jar = jar;
  }

  reload(): this {
    const { box, place, now } = this.#jar;
    super.clear();
    for (const { name, value } of cookiesFor(box, place, now())) {
      if (!super.has(name)) super.set(name, value);
    }
    return this;
  }

  override set(name: string, value: string): this {
    const { box, place } = this.#jar;
    const { host, isHttps } = place;
    const endsAt = Number.POSITIVE_INFINITY;
    const old = box.find(
      (one) => one.name === name && one.isHostOnly && one.domain === host && one.path === "/",
    );
    if (old) old.value = value;
    else {
      box.push({
        name,
        value,
        domain: host,
        isHostOnly: true,
        path: "/",
        isSecure: isHttps,
        endsAt,
      });
    }
    return super.set(name, value);
  }

  override delete(name: string): boolean {
    const { box, place, now } = this.#jar;
    for (const cookie of cookiesFor(box, place, now())) {
      if (cookie.name === name) box.splice(box.indexOf(cookie), 1);
    }
    return super.delete(name);
  }

  override clear(): void {
    for (const name of [...this.keys()]) this.delete(name);
  }
}

function openJar(box: CookieBox, options: MemoryJarOptions): MemoryJar {
  const { origin = "http://app.test", clock } = options;
  const { hostname, host, protocol } = new URL(origin);
  const place = { host: hostname, isHttps: protocol === "https:", path: "/" };
  const now = () => clock?.monotonicNow() ?? 0;
  const view = new CookieView({ box, place, now });
  const takeLine = (line: string): void => storeCookie(box, line, { ...place, nowMs: now() });

  const jar: MemoryJar = {
    origin,
    get cookies() {
      return view.reload();
    },
    take(response) {
      for (const line of response.headers.getSetCookie()) takeLine(line);
      return response;
    },
    header: (path = "/") =>
      cookiesFor(box, { ...place, path }, now())
        .map(({ name, value }) => `${name}=${value}`)
        .join("; "),
    request(path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("cookie", jar.header(new URL(path, origin).pathname));
      if (!headers.has("host")) headers.set("host", host);
      return new Request(origin + path, { ...init, headers });
    },
    post: (path, init = {}) =>
      jar.request(path, {
        method: "POST",
        ...init,
        headers: { "sec-fetch-site": "same-origin", origin, ...init.headers },
      }),
    script: (path) => jar.request(path, { headers: { "sec-fetch-site": "same-origin" } }),
    copy: () =>
      openJar(
        box.map((cookie) => ({ ...cookie })),
        options,
      ),
    at: (other) => openJar(box, { ...options, origin: other }),
    getAll: () => parseCookieHeader(jar.header()),
    setAll(changes) {
      for (const change of changes) takeLine(serializeCookie(change));
    },
  };
  return jar;
}

/**
 * Creates an empty jar.
 * @example
 * const jar = createMemoryJar();
 * const scope = sessions.open(jar.request("/"));
 * jar.take(scope.apply(new Response("page")));
 */
export function createMemoryJar(options: MemoryJarOptions = {}): MemoryJar {
  return openJar([], options);
}
