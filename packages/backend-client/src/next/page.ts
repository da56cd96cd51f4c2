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
   * The page's own path and query, to return to after sign-in. Pass it if you know it, because the
   * proxy does not run for soft navigations. Default: the path that the proxy recorded, else `/`.
   */
  next?: string | undefined;
}

/** The page's view while the session is unavailable. */
export interface UnavailableOptions {
  /**
   * Renders instead of the page, for example a sentence with `error.retryAfterSeconds`. Default:
   * the error is thrown, so that Next shows `error.tsx` with status 500.
   */
  onUnavailable?: ((error: BackendError) => ReactNode | Promise<ReactNode>) | undefined;
}

type Query = Record<string, string | string[] | undefined>;

/** The props that Next passes to a page. */
export interface PageProps<Params = unknown> {
  /** The parameters of the route. Default: none, for a route without any. */
  params?: Promise<Params> | undefined;
  /** The parameters of the query. Default: none. */
  searchParams?: Promise<Query> | undefined;
}

/** The context of a guarded page. */
export interface PageContext<Database, Params, Claims extends object = NoClaims> {
  /** Acts as the signed-in user. Read-only. */
  backend: Scope<Database, Claims>;
  /** The session of the signed-in user. Its token was verified here. */
  session: AuthenticatedSession<Claims>;
  /** The parameters of the route, typed by its literal. */
  params: Params;
  /** The parameters of the query. Empty if there is none. */
  searchParams: Query;
}

/** Helpers for pages, layouts and loaders. They never write cookies. */
export interface PageHelpers<Database, Claims extends object = NoClaims> {
  /** Returns the session in one of three states. Resolved once per request. */
  getSession(): Promise<Session<Claims>>;
  /**
   * Returns the signed-in user's session. Redirects visitors to the sign-in page, and users with an
   * expired token through a refresh.
   * @throws BackendError if the session is unavailable: show the error page
   */
  requireSession(options?: RequireOptions): Promise<AuthenticatedSession<Claims>>;
  /** Returns the request's read-only scope. `anonymous` acts as a visitor, the rest as the user. */
  getBackend(): Promise<Scope<Database, Claims>>;
  /**
   * Creates a page for signed-in users. Redirects visitors to the sign-in page and then back to the
   * same path and query. If the session is unavailable, or a call of the page fails on the network,
   * `onUnavailable` renders: the option given here, else that of `createNextBackend`.
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
  // React's cache lasts for one request, so all components share one scope.
  const getBackend = cache(async () => {
    // Read cookies first: that ends a render at build time, so the build needs no configuration.
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
