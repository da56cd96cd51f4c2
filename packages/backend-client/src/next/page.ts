import { cache, type ReactNode } from "react";
import type { NoClaims } from "../config/define-backend.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import type { Scope } from "../server/scope-type.js";
import type { SessionServer } from "../server/session-server.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import { readCookies } from "./cookie-source.js";
import { type RouteParams, routePath } from "./route-path.js";
import { needsRefresh, redirectToRefresh, redirectToSignIn } from "./sign-in.js";
import { waitUntil } from "./wait-until.js";

/** Options of `requireSession`. */
export interface RequireOptions {
  /**
   * Path and query of the page, to which the user returns after the sign-in. Default: the path that
   * the proxy recorded, or `/`. The proxy runs only for the requests that its matcher selects, so
   * it is safer to pass `next`.
   */
  next?: string | undefined;
}

/** Options for a page whose session or data is unavailable. */
export interface UnavailableOptions {
  /**
   * Renders instead of the page. Default: the page throws the error, and Next shows `error.tsx`
   * with status 500.
   */
  onUnavailable?: ((error: BackendError) => ReactNode | Promise<ReactNode>) | undefined;
}

type Query = Record<string, string | string[] | undefined>;

/** The props that Next passes to a page. */
export interface PageProps<Params = unknown> {
  /** The parameters of the route. Default: none, for a route without parameters. */
  params?: Promise<Params> | undefined;
  /** The parameters of the query. Default: none. */
  searchParams?: Promise<Query> | undefined;
}

/** The context of a page for signed-in users. */
export interface PageContext<Database, Params, Claims extends object = NoClaims> {
  /** A scope that acts as the signed-in user. The scope cannot set cookies. */
  backend: Scope<Database, Claims>;
  /** The session of the signed-in user. This server has verified its token. */
  session: AuthenticatedSession<Claims>;
  /** The parameters of the route. */
  params: Params;
  /** The parameters of the query. Empty without a query. */
  searchParams: Query;
}

/** Helpers for pages, layouts and functions that load data. The helpers never set cookies. */
export interface PageHelpers<Database, Claims extends object = NoClaims> {
  /**
   * Returns the session, which is authenticated, unauthenticated or unavailable. All calls in one
   * request share one lookup.
   */
  getSession(): Promise<Session<Claims>>;
  /**
   * Returns the signed-in user's session. Redirects visitors to the sign-in page, and users with an
   * expired token to a refresh.
   * @throws BackendError if the session is unavailable
   */
  requireSession(options?: RequireOptions): Promise<AuthenticatedSession<Claims>>;
  /** Returns the scope of the request, which cannot set cookies. */
  getBackend(): Promise<Scope<Database, Claims>>;
  /**
   * Creates a page for signed-in users. Redirects a visitor to the sign-in page, with the page's
   * path and query as `next`. If the session is unavailable, or a call of the page fails on the
   * network, renders `onUnavailable`.
   * @param route path of the page's folder, such as `/o/[org]/requests`
   * @example
   * const { page } = createNextBackend(backend);
   * export default page("/o/[org]", async ({ session, params }) => (
   *   <h1>{params.org} {session.claims.email}</h1>
   * ));
   */
  page<Route extends string>(
    route: Route,
    render: (
      context: PageContext<Database, RouteParams<Route>, Claims>,
    ) => ReactNode | Promise<ReactNode>,
    options?: UnavailableOptions,
  ): (props: PageProps<RouteParams<Route>>) => Promise<ReactNode>;
}

export function createPageHelpers<Database, Claims extends object>(
  sessions: () => SessionServer<Database, Claims>,
  defaults: UnavailableOptions = {},
): PageHelpers<Database, Claims> {
  const getBackend = cache(async () => {
    // Read the cookies first. In a build, this stops the render before `sessions()` needs the
    // configuration.
    const cookies = await readCookies();
    return sessions().open(cookies, { isReadOnly: true, waitUntil });
  });
  const getSession = async (): Promise<Session<Claims>> => (await getBackend()).session();
  const requireSession = async ({
    next,
  }: RequireOptions = {}): Promise<AuthenticatedSession<Claims>> => {
    const session = await getSession();
    if (session.status === "authenticated") return session;
    const { settings } = sessions();
    if (session.status === "unauthenticated") return redirectToSignIn(settings, next);
    if (needsRefresh(session.error)) return redirectToRefresh(settings, next);
    throw session.error;
  };
  return {
    getBackend,
    getSession,
    requireSession,
    page:
      (route, render, { onUnavailable = defaults.onUnavailable } = {}) =>
      async (props) => {
        const params = (await props.params) ?? {};
        const searchParams = (await props.searchParams) ?? {};
        try {
          const next = routePath(route, params, searchParams);
          const session = await requireSession({ next });
          const backend = await getBackend();
          return await render({ backend, session, params: params as never, searchParams });
        } catch (thrown) {
          if (!onUnavailable || !isBackendError(thrown)) throw thrown;
          const session = await getSession();
          const isUnknown = session.status === "unavailable" && session.error === thrown;
          if (!isUnknown && thrown.kind !== "network") throw thrown;
          return onUnavailable(thrown);
        }
      },
  };
}
