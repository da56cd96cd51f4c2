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

/** Mount this handler before any body parser, because the handler reads the request body itself. */
export const authHandler = toNodeHandler(sessions);

export const openScope: RequestHandler = (req, res, next) => {
  Object.assign(res.locals, openNode(sessions, req, res));
  next(req.method === "POST" ? sessions.checkOrigin(res.locals.request) : null);
};
// integration: end
