import type { IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";
import { BODY_LIMITS, limitBody } from "./body-limit.ts";
import type { Service, ServiceEnv, ServiceHandler } from "./service.ts";

interface NodeEnv extends ServiceEnv {
  Bindings: { incoming: IncomingMessage };
}

export function mountService(service: Service, log: (line: string) => void): ServiceHandler {
  const { routes } = service;
  if (typeof routes === "function") return routes;
  const callers = new WeakMap<IncomingMessage, ServiceEnv["Variables"]>();
  const app = new Hono<NodeEnv>({ strict: service.ignoresLastSlash !== true });
  app.use("*", async (c, next) => {
    const variables = callers.get(c.env.incoming);
    if (variables) {
      c.set("clientAddress", variables.clientAddress);
      if (variables.bearer !== undefined) c.set("bearer", variables.bearer);
      if (variables.allowOrigin !== undefined) c.set("allowOrigin", variables.allowOrigin);
      if (variables.apiKeyRole !== undefined) c.set("apiKeyRole", variables.apiKeyRole);
    }
    await next();
  });
  const maxBytes = BODY_LIMITS[service.name];
  if (maxBytes !== undefined) app.use("*", limitBody(maxBytes));
  app.route("/", routes);
  // Hono's `route` does not mount the not-found handler of `routes`.
  app.notFound((c) => routes.fetch(c.req.raw, c.env));
  app.onError((error, c) => {
    const isFull = isDiskFull(error);
    log(`${service.name}: ${isFull ? DISK_FULL : `${error.name}: ${error.message}`}`);
    return c.json({ message: isFull ? DISK_FULL : "Internal error" }, 500);
  });
  const listen = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return async (request, response, variables) => {
    callers.set(request, variables);
    await listen(request, response);
  };
}
