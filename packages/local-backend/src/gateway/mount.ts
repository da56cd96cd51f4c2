import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { BODY_LIMITS, limitBody } from "./body-limit.ts";
import { DISK_FULL, isDiskFull } from "./disk-full.ts";
import type { Service, ServiceEnv } from "./service.ts";

/** Handles a request. The request's path does not contain the prefix of the service. */
export type ServiceHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  variables: ServiceEnv["Variables"],
) => Promise<void>;

interface NodeEnv extends ServiceEnv {
  Bindings: { incoming: IncomingMessage };
}

/**
 * Connects a service to the gateway. The service finds the caller of a request in Hono variables.
 */
export function mountService(service: Service, log: (line: string) => void): ServiceHandler {
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
  app.route("/", service.routes);
  // Hono's `route` ignores the service's own not-found handler, so call the service.
  app.notFound((c) => service.routes.fetch(c.req.raw, c.env));
  app.onError((error, c) => {
    log(`${service.name}: ${error.name}: ${error.message}`);
    return c.json({ message: isDiskFull(error) ? DISK_FULL : "Internal error" }, 500);
  });
  const listen = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return async (request, response, variables) => {
    callers.set(request, variables);
    await listen(request, response);
  };
}
