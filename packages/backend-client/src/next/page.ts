import { cache } from "react";
import type { Scope } from "../server/scope.js";
import type { SessionServer } from "../server/session-server.js";
import type { AuthenticatedSession, Session } from "../session/session.js";
import { readCookies } from "./cookie-source.js";
import { needsRefresh, redirectToRefresh, redirectToSignIn } from "./sign-in.js";

/** What a guarded page may say about itself. */
export interface RequireOptions {
  /**
   * The page's own path and query, to come back to. Default: what the proxy noted, else `/`.
   * Give it where the path is known: the proxy does not run for soft navigations.
   */
  next?: string | undefined;
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
}

/** Builds the page helpers of a session server. */
export function createPageHelpers<Database>(
  sessions: () => SessionServer<Database>,
): PageHelpers<Database> {
  // React's cache lives as long as one request's rendering, so all components share one scope.
  const getBackend = cache(async () => {
    // First the cookies: while Next builds, asking for them ends the rendering, so that a page
    // needs no configuration then.
    const cookies = await readCookies();
    return sessions().open(cookies, { isReadOnly: true });
  });
  const getSession = async (): Promise<Session> => (await getBackend()).session();
  return {
    getBackend,
    getSession,
    async requireSession({ next } = {}) {
      const session = await getSession();
      if (session.status === "authenticated") return session;
      const { settings } = sessions();
      if (session.status === "unauthenticated") return redirectToSignIn(settings, next);
      if (needsRefresh(session.error)) return redirectToRefresh(settings, next);
      throw session.error;
    },
  };
}
