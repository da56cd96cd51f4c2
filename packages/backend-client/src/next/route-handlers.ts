import type { SessionServer } from "../server/session-server.js";

type RouteHandler = (request: Request) => Promise<Response>;

/** What `app/auth/[...path]/route.ts` exports. */
export interface RouteHandlers {
  GET: RouteHandler;
  POST: RouteHandler;
  HEAD: RouteHandler;
}

/** Builds the route handlers of a session server. */
export function createRouteHandlers(sessions: () => SessionServer): RouteHandlers {
  const handle: RouteHandler = (request) => sessions().handle(request);
  return { GET: handle, POST: handle, HEAD: handle };
}
