import type { SessionServer } from "../server/session-server.js";

type RouteHandler = (request: Request) => Promise<Response>;

/** What `app/auth/[...path]/route.ts` exports. */
export interface RouteHandlers {
  /** `session`, `refresh`, `callback` and `confirm`. */
  GET: RouteHandler;
  /** `refresh`, `sign-out` and `confirm`; of this site only. */
  POST: RouteHandler;
  /** Answers scanners, which ask before they follow a link; changes nothing. */
  HEAD: RouteHandler;
}

/** Builds the route handlers of a session server. */
export function createRouteHandlers(sessions: () => SessionServer): RouteHandlers {
  const handle: RouteHandler = (request) => sessions().handle(request);
  return { GET: handle, POST: handle, HEAD: handle };
}
