import type { SessionServer } from "../server/session-server.js";
import { waitUntil } from "./wait-until.js";

type RouteHandler = (request: Request) => Promise<Response>;

/** The exports of `app/auth/[...path]/route.ts`. */
export interface RouteHandlers {
  /** Handles `session`, `refresh`, `callback` and `confirm`. */
  GET: RouteHandler;
  /**
   * Handles `refresh`, `sign-out`, `confirm` and `passkey/…`. Accepts requests from this site only.
   */
  POST: RouteHandler;
  /** Responds to email scanners, which send HEAD before they follow a link. */
  HEAD: RouteHandler;
}

export function createRouteHandlers(sessions: () => SessionServer): RouteHandlers {
  const handle: RouteHandler = (request) => sessions().handle(request, { waitUntil });
  return { GET: handle, POST: handle, HEAD: handle };
}
