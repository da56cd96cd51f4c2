// integration: begin
import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createSessionServer, type Scope } from "@dossier/backend-client/server";
import { createContext, type MiddlewareFunction } from "react-router";
import type { Database } from "./database.types.ts";

export const sessions = createSessionServer(
  defineBackend<Database>(configFromEnvironment(process.env)),
);

export const scopeContext = createContext<Scope<Database>>();

export const withScope: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (new URL(request.url).pathname.startsWith("/auth/")) return next();
  const refusal = request.method === "POST" ? sessions.checkOrigin(request) : null;
  if (refusal) return Response.json({ error: refusal }, { status: 403 });
  const scope = sessions.open(request, { signal: request.signal });
  context.set(scopeContext, scope);
  await scope.session(); // Refresh first, because a streamed page cannot set cookies.
  return scope.apply(await next());
};
// integration: end
