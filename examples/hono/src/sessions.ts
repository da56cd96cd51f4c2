// integration: begin
import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { createSessionServer, type Scope } from "@dossier/backend-client/server";
import { createMiddleware } from "hono/factory";
import type { Database } from "./database.types.ts";

export interface Env {
  Bindings: { address?: string | undefined }; // Set by an entry file such as node.ts.
  Variables: { scope: Scope<Database> };
}

const isWorker = navigator.userAgent === "Cloudflare-Workers";
const sessions = createSessionServer(defineBackend<Database>(configFromEnvironment(process.env)), {
  clientAddress: isWorker ? { header: "cf-connecting-ip" } : "auto",
});

export const withScope = createMiddleware<Env>(async (c, next) => {
  const request = c.req.raw;
  const socketAddress = c.env.address;
  if (c.req.path.startsWith("/auth/")) return sessions.handle(request, { socketAddress });
  const refusal = request.method === "POST" ? sessions.checkOrigin(request) : null;
  if (refusal) throw refusal;
  const scope = sessions.open(request, { socketAddress, signal: request.signal });
  c.set("scope", scope);
  await scope.session(); // Refresh first, because a streamed page cannot set cookies.
  await next();
  const response = scope.apply(c.res);
  c.res = undefined; // Otherwise, Hono merges the old headers into `response`.
  c.res = response;
});
// integration: end
