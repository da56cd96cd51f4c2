// integration: begin
import { configFromEnvironment, defineBackend } from "@dossier/backend-client";
import { type NodeScope, openNode, toNodeHandler } from "@dossier/backend-client/node";
import { createSessionServer } from "@dossier/backend-client/server";
import type { RequestHandler } from "express";
import type { Database } from "./database.types.ts";

declare global {
  namespace Express {
    interface Locals extends NodeScope<Database, object> {}
  }
}

const backend = defineBackend<Database>(configFromEnvironment(process.env));
const sessions = createSessionServer(backend);

/** Serves /auth/session, /auth/sign-out and the other handlers. Mount it before body parsers. */
export const authHandler = toNodeHandler(sessions);

/** Opens the scope of a request. Refuses forms that another site sent. */
export const openScope: RequestHandler = (req, res, next) => {
  Object.assign(res.locals, openNode(sessions, req, res));
  next(req.method === "POST" ? sessions.checkOrigin(res.locals.request) : null);
};
// integration: end
