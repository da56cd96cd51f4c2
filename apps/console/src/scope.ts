import type { AuthenticatedSession } from "@dossier/backend-client";
import type { Scope, SessionServer } from "@dossier/backend-client/server";
import type { Database } from "@dossier/supabase/database.types";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";

/** One request's door to the backend. */
export type ConsoleScope = Scope<Database>;

/** What the console's handlers find in Hono's context. */
export interface ConsoleEnv {
  Variables: {
    scope: ConsoleScope;
    /** Set behind `requireStaff`. */
    session: AuthenticatedSession;
  };
}

/** Opens a scope for each request and puts its cookies onto whatever is answered, errors too. */
export const withScope = (sessions: SessionServer<Database>) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const scope = sessions.open(c.req.raw);
    c.set("scope", scope);
    await next();
    const answer = scope.apply(c.res);
    // Hono merges headers into a response that replaces another; nothing may get lost in that.
    c.res = undefined;
    c.res = answer;
  });

/** Refuses forms of other sites, by the same rule as the SDK's own handlers. */
export const refuseForeignForms = (sessions: SessionServer<Database>) =>
  createMiddleware<ConsoleEnv>(async (c, next) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const refusal = isRead ? null : sessions.checkOrigin(c.req.raw);
    if (refusal) throw refusal;
    await next();
  });

/** The sign-in page, from which a page's visitor comes back and a form's starts over. */
export function signInPath(c: Context): string {
  const { pathname, search } = new URL(c.req.url);
  const back = c.req.method === "GET" ? pathname + search : "/";
  return back === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(back)}`;
}

/**
 * Lets signed-in people pass. Visitors go to the sign-in page and return; an outage is thrown and
 * becomes the unavailable page, never a sign-out. The request may write cookies, so a refresh that
 * is due happens right here.
 */
export const requireStaff = createMiddleware<ConsoleEnv>(async (c, next) => {
  const session = await c.var.scope.session();
  if (session.status === "unavailable") throw session.error;
  if (session.status === "unauthenticated") return c.redirect(signInPath(c), 303);
  c.set("session", session);
  await next();
});
