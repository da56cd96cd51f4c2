// The package `next` has no `exports`, so this import needs the file extension on plain Node.
import type { NextRequest } from "next/server.js";
import type { Backend, NoClaims, UntypedDatabase } from "../config/define-backend.js";
import { parseOptions, type SessionServerOptions } from "../server/options.js";
import type { Scope } from "../server/scope-type.js";
import {
  type CookieSource,
  createSessionServer,
  type SessionServer,
} from "../server/session-server.js";
import type { Session } from "../session/session.js";
import { type ActionHelpers, createActionHelpers } from "./action.js";
import { type ClientState, createClientState } from "./client-state.js";
import { createPageHelpers, type PageHelpers, type UnavailableOptions } from "./page.js";
import { type ProtectOptions, parseProtect } from "./protect.js";
import { createProxy, type NextProxyFunction, type ProxyHandler } from "./proxy.js";
import { createRouteHandlers, type RouteHandlers } from "./route-handlers.js";

/** Options of {@link createNextBackend}. */
export interface NextBackendOptions<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends SessionServerOptions<Database, Claims>,
    UnavailableOptions,
    ProtectOptions {
  /**
   * True if the handler's URLs end with a slash. Use the value of `trailingSlash` in next.config.
   * Default: false.
   */
  trailingSlash?: boolean | undefined;
}

/** All functions that a Next app needs for its backend. */
export interface NextBackend<Database, Claims extends object = NoClaims>
  extends PageHelpers<Database, Claims>,
    ActionHelpers<Database, Claims> {
  /**
   * The function for `proxy.ts`. Write `export { proxy } from "./lib/backend.server"` there,
   * because Next does not accept `export const { proxy } = …`.
   */
  proxy(request: NextRequest): Promise<Response>;
  /** Combines the SDK's proxy with the app's own proxy function. */
  withSession(handler: ProxyHandler): NextProxyFunction;
  /**
   * Returns the props of `BackendProvider`. The configuration and the session are promises, so a
   * layout that does not await them stays static.
   * @example
   * const { clientState } = createNextBackend(backend);
   * const state: ClientState = clientState();
   */
  clientState(): ClientState;
  /** Returns the clients of an anonymous visitor, for a function with `"use cache"`. */
  cachedAnonymous(): Scope<Database, Claims>["anonymous"];
  /** The exports for `app/auth/[...path]/route.ts`. */
  handlers: RouteHandlers;
  /** Returns the session server, for the app's own route handlers. */
  sessions(): SessionServer<Database, Claims>;
}

const NO_COOKIES: CookieSource = { cookies: { getAll: () => [] } };

/**
 * Connects a backend to Next: proxy, route handlers, helpers for pages and actions.
 * @param backend the backend, or a function that returns it, called on the first request
 * @throws TypeError with one sentence if an option is malformed
 * @example
 * export const { proxy, handlers, getSession, requireSession, getBackend, action } =
 *   createNextBackend(backend, { signInPath: "/sign-in" });
 */
export function createNextBackend<Database, Claims extends object = NoClaims>(
  backend: Backend<Database, Claims> | (() => Backend<Database, Claims>),
  options: NextBackendOptions<Database, Claims> = {},
): NextBackend<Database, Claims> {
  let defined: Backend<Database, Claims> | null = null;
  const define = (): Backend<Database, Claims> => {
    defined ??= typeof backend === "function" ? backend() : backend;
    return defined;
  };
  let server: SessionServer<Database, Claims> | null = null;
  const sessions = (): SessionServer<Database, Claims> => {
    server ??= createSessionServer(define(), options);
    return server;
  };
  const settings = parseOptions(options);
  const protect = parseProtect(options);
  // The cast is safe, because the proxy and the handlers do not use the database type.
  const untyped = sessions as () => SessionServer;
  if (typeof backend !== "function") sessions();
  const pages = createPageHelpers(sessions, options);
  return {
    proxy: createProxy(untyped, { protect }),
    withSession: (handler) => createProxy(untyped, { protect, handler }),
    handlers: createRouteHandlers(untyped),
    sessions,
    clientState: () =>
      createClientState({
        backend: define as () => Backend,
        settings,
        trailingSlash: options.trailingSlash === true,
        getSession: pages.getSession as () => Promise<Session>,
      }),
    cachedAnonymous: () => sessions().open(NO_COOKIES).anonymous,
    ...pages,
    ...createActionHelpers(sessions),
  };
}
