import { cache, type ReactNode } from "react";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import type { Scope } from "../server/scope.js";
import type { SessionServer } from "../server/session-server.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import { readCookies } from "./cookie-source.js";
import { type RouteParams, routePath } from "./route-path.js";
import { needsRefresh, redirectToRefresh, redirectToSignIn } from "./sign-in.js";

/** What a guarded page may say about itself. */
export interface RequireOptions {
  /**
   * The page's own path and query, to come back to. Default: what the proxy noted, else `/`.
   * Give it where the path is known: the proxy does not run for soft navigations.
   */
  next?: string | undefined;
}

/** What a page shows while it cannot be told who is signed in. */
export interface UnavailableOptions {
  /**
   * Renders instead of the page, such as a sentence with `error.retryAfterSeconds`. Default: the
   * error is thrown, so that Next shows `error.tsx` with status 500.
   */
  onUnavailable?: ((error: BackendError) => ReactNode | Promise<ReactNode>) | undefined;
}

type Query = Record<string, string | string[] | undefined>;

/** What Next passes to a page. */
export interface PageProps<Params = unknown> {
  /** The parameters of the route. Default: none, for a route without any. */
  params?: Promise<Params> | undefined;
  /** The parameters of the query. Default: none. */
  searchParams?: Promise<Query> | undefined;
}

/** What a guarded page is given. */
export interface PageContext<Database, Params> {
  /** Acts as the signed-in user; read-only. */
  backend: Scope<Database>;
  /** Who is signed in; the token was verified here. */
  session: AuthenticatedSession;
  /** The parameters of the route, typed by its literal. */
  params: Params;
  /** The parameters of the query; empty when there is none. */
  searchParams: Query;
}

/** Helpers for pages, layouts and loaders: they read, and never write cookies. */
export interface PageHelpers<Database> {
  /** Who is signed in; three states, a failure being one of them. Resolved once per request. */
  getSession(): Promise<Session>;
  /**
   * The signed-in user's session; visitors are sent to the sign-in page, and those whose token
   * ran out through a refresh.
   * @throws BackendError when it cannot be told who is signed in: show the error page
   */
  requireSession(options?: RequireOptions): Promise<AuthenticatedSession>;
  /** The request's scope, read-only: `db`, `storage`, `functions` as the user, `anonymous` on purpose. */
  getBackend(): Promise<Scope<Database>>;
  /**
   * Makes a page for signed-in users. Visitors are sent to the sign-in page and back to the same
   * path and query. While it cannot be told who is signed in, or a call of the page fails on the
   * network, `onUnavailable` renders: the option given here, else that of `createNextBackend`.
   * @param route path of the page's folder, such as `/o/[org]/requests`
   * @example
   * const { page } = createNextBackend(backend);
   * export default page("/o/[org]", async ({ session, params }) => (
   *   <h1>{params.org} {session.claims.email}</h1>
   * ));
   */
  page<Route extends string>(
    route: Route,
    render: (context: PageContext<Database, RouteParams<Route>>) => ReactNode | Promise<ReactNode>,
    options?: UnavailableOptions,
  ): (props: PageProps<RouteParams<Route>>) => Promise<ReactNode>;
}

/** Builds the page helpers of a session server. */
export function createPageHelpers<Database>(
  sessions: () => SessionServer<Database>,
  defaults: UnavailableOptions = {},
): PageHelpers<Database> {
  // React's cache lives as long as one request's rendering, so all components share one scope.
  const getBackend = cache(async () => {
    // First the cookies: while Next builds, asking for them ends the rendering, so that a page
    // needs no configuration then.
    const cookies = await readCookies();
    return sessions().open(cookies, { isReadOnly: true });
  });
  const getSession = async (): Promise<Session> => (await getBackend()).session();
  const requireSession = async ({ next }: RequireOptions = {}): Promise<AuthenticatedSession> => {
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
