import { headers as replacedHeaders } from "next/headers.js";
import { NextRequest } from "next/server.js";
import type { Backend } from "../../config/define-backend.js";
import type { MemoryTokens, NewSession } from "../auth/sessions.js";
import type { MemoryUser } from "../auth/state.js";
import type { MemoryBackend } from "../memory-backend.js";
import type { MemoryJar } from "../memory-jar.js";
import { type NextOutcome, outcomeOf } from "./outcome.js";
import { headers } from "./replacements.js";
import { cookieLines, readOnlyCookies, writableCookies } from "./request-cookies.js";
import { type RequestPhase, runInRequest, type TestRequest } from "./request-store.js";
import { addCookies, responseTo } from "./route-response.js";
import { SealedHeaders } from "./sealed-headers.js";

/** Options of {@link createNextTest}. */
export interface NextTestOptions {
  /**
   * Origin of the site. On https, the name of the session cookie starts with `__Host-`. Default
   * `https://app.test`.
   */
  origin?: string | undefined;
}

/** Options of a request to a page. */
export interface NextPageOptions<Params> {
  /** Parameters of the route, encoded as in the URL. Default: none. */
  params?: Params | undefined;
  /** Headers to add or replace. An empty value removes a header. Default: none. */
  headers?: HeadersInit | undefined;
}

/** Options of a call to an action. */
export interface NextActionOptions {
  /** Headers to add or replace. An empty value removes a header. Default: none. */
  headers?: HeadersInit | undefined;
}

/** Options of a request to a route handler or a proxy. */
export interface NextRouteOptions<Params> extends Pick<RequestInit, "method" | "body" | "signal"> {
  /** Headers to add or replace. An empty value removes a header. Default: none. */
  headers?: HeadersInit | undefined;
  /** Parameters of the route, encoded as in the URL. Default: none. */
  params?: Params | undefined;
}

/** A browser that visits the pages of a Next app. */
export interface NextVisitor {
  /** The browser's cookies. */
  readonly jar: MemoryJar;
  /**
   * Signs the visitor in without a flow.
   * @returns the tokens, which an app never sees
   */
  signIn(session?: NewSession & { user?: MemoryUser | undefined }): Promise<MemoryTokens>;
  /**
   * Calls a page with the visitor's cookies, but does not render the result. The outcome contains
   * the value that the page returned.
   * @param path path and query of the URL
   * @param page the component that the page's file exports
   */
  page<Params, Search, Result>(
    path: string,
    page: (props: {
      params: Promise<Params>;
      searchParams: Promise<Search>;
    }) => Result | Promise<Result>,
    options?: NextPageOptions<Params>,
  ): Promise<NextOutcome<Result>>;
  /**
   * Calls an action as a form on the page at this path does, and stores the cookies that the action
   * sets. Waits for the work that the action passes to `after`.
   * @param path path and query of the page with the form
   * @param run a function that calls the action with its arguments
   */
  action<Result>(
    path: string,
    run: () => Result | Promise<Result>,
    options?: NextActionOptions,
  ): Promise<NextOutcome<Result>>;
  /**
   * Sends a request to a route handler or a proxy, and stores the cookies of the response. If the
   * handler throws a redirect, returns the redirect as a response.
   * @param path path and query of the URL
   * @throws what the handler throws, except redirects, `notFound`, `forbidden` and `unauthorized`
   */
  request<Params>(
    path: string,
    handler: (
      request: NextRequest,
      context: { params: Promise<Params> },
    ) => Response | Promise<Response>,
    options?: NextRouteOptions<Params>,
  ): Promise<Response>;
}

const MISSING =
  "createNextTest: add nextTesting() from @dossier/backend-client/testing/vitest to the plugins in your Vitest config.";

let visitors = 0;

/**
 * Returns an address from a range for documentation (RFC 5737). Up to 254 visitors
 * have different addresses, so that they do not share rate limits.
 */
function createAddress(): string {
  visitors += 1;
  return `203.0.113.${1 + (visitors % 254)}`;
}

function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = "", ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

async function finish(later: TestRequest["later"]): Promise<void> {
  for (let task = later.shift(); task; task = later.shift()) {
    try {
      await task();
    } catch (thrown) {
      console.error(thrown);
    }
  }
}

/**
 * Creates a browser that visits the pages, actions and routes of a Next app in Vitest, without a
 * server. All backends that `createNextBackend` creates then use the memory backend. Requires the
 * plugin `nextTesting`.
 * @throws TypeError if the plugin is missing
 * @example
 * const visitor = createNextTest(createMemoryBackend());
 * const outcome = await visitor.page("/o/acme", OrgPage, { params: { org: "acme" } });
 */
export function createNextTest<Database, Claims extends object>(
  memory: Pick<MemoryBackend<Database, Claims>, "backend" | "createJar" | "signIn">,
  { origin = "https://app.test" }: NextTestOptions = {},
): NextVisitor {
  if ((replacedHeaders as unknown) !== headers) throw new TypeError(MISSING);
  const jar = memory.createJar().at(origin);
  const address = createAddress();

  const send = (path: string, init: RequestInit, added: HeadersInit | undefined): NextRequest => {
    const { host, protocol } = new URL(origin);
    const url = new URL(path, origin);
    const sent = new Headers({
      cookie: jar.header(url.pathname),
      host,
      "x-forwarded-for": address,
      "x-forwarded-host": host,
      "x-forwarded-proto": protocol.slice(0, -1),
    });
    for (const headers of [init.headers, added]) {
      for (const [name, value] of new Headers(headers)) sent.set(name, value);
    }
    for (const [name, value] of [...sent]) if (value === "") sent.delete(name);
    return new NextRequest(new Request(url, { ...init, headers: sent }));
  };

  const open = (request: NextRequest, phase: RequestPhase): TestRequest => ({
    phase,
    headers: new SealedHeaders(request.headers),
    cookies: phase === "page" ? readOnlyCookies(request.cookies) : writableCookies(request.cookies),
    backend: memory.backend as Backend,
    isDraft: false,
    later: [],
    results: new Map(),
  });

  const run = <Result>(
    opened: TestRequest,
    work: () => Result | Promise<Result>,
  ): Promise<NextOutcome<Result>> =>
    runInRequest(opened, async () => {
      const outcome = await outcomeOf(work, () => {
        const cookies = opened.cookies.changes();
        const set = new Headers();
        for (const line of cookieLines(cookies)) set.append("set-cookie", line);
        jar.take(new Response(null, { headers: set }));
        return { cookies, headers: set };
      });
      await finish(opened.later);
      return outcome;
    });

  return {
    jar,
    signIn: (session) => memory.signIn(jar, session),
    page(path, page, { params, headers: added } = {}) {
      const request = send(path, {}, added);
      return run(open(request, "page"), () =>
        page({
          params: Promise.resolve(params ?? {}) as never,
          searchParams: Promise.resolve(queryOf(new URL(request.url))) as never,
        }),
      );
    },
    action(path, call, { headers: added } = {}) {
      const own = { origin, referer: new URL(path, origin).href, "sec-fetch-site": "same-origin" };
      return run(open(send(path, { method: "POST", headers: own }, added), "action"), call);
    },
    request(path, handler, { params, headers: added, ...init } = {}) {
      const isRead = /^(?:GET|HEAD)$/i.test(init.method ?? "GET");
      const own = { "sec-fetch-site": "same-origin", ...(isRead ? {} : { origin }) };
      const request = send(path, { ...init, headers: own } as RequestInit, added);
      const opened = open(request, "route");
      return runInRequest(opened, async () => {
        const answer = async (): Promise<Response> => {
          try {
            const given = await handler(request, {
              params: Promise.resolve(params ?? {}) as never,
            });
            return addCookies(given, opened.cookies.changes());
          } catch (thrown) {
            return responseTo(thrown, opened.cookies.changes());
          }
        };
        const response = jar.take(await answer());
        await finish(opened.later);
        return response;
      });
    },
  };
}
