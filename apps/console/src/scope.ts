import type { AuthenticatedSession } from "@dossier/backend-client";
import type { Scope, SessionServer } from "@dossier/backend-client/server";
import type { Database } from "@dossier/supabase/database.types";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";

export type ConsoleScope = Scope<Database>;

export interface ConsoleEnv {
  Variables: {
    scope: ConsoleScope;
    session: AuthenticatedSession;
  };
}

/** Opens the session, and adds its cookies to every response, including error responses. */
export const withScope = (sessions: SessionServer<Database>) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const scope = sessions.open(c.req.raw);
    c.set("scope", scope);
    await next();
    const answer = scope.apply(c.res);
    // Hono would merge the headers of both responses if `c.res` were still set.
    c.res = undefined;
    c.res = answer;
  });

export const refuseForeignForms = (sessions: SessionServer<Database>) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const refusal = isRead ? null : sessions.checkOrigin(c.req.raw);
    if (refusal) throw refusal;
    await next();
  });

export function signInPath(c: Context): string {
  const { pathname, search } = new URL(c.req.url);
  const back = c.req.method === "GET" ? pathname + search : "/";
  return back === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(back)}`;
}

/**
 * Requires a session and redirects other visitors to the sign-in page. If the auth service is
 * unavailable, throws the error instead.
 */
export const requireStaff = createMiddleware<ConsoleEnv>(async (c, next) => {
  const session = await c.var.scope.session();
  if (session.status === "unavailable") throw session.error;
  if (session.status === "unauthenticated") return c.redirect(signInPath(c), 303);
  c.set("session", session);
  await next();
});
