import type { IncomingMessage } from "node:http";
import type { Context, Next } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { refuse, renderError } from "./errors.ts";
import { hasDotSegment } from "./object-key.ts";

/**
 * Paths of Storage. For other paths, hosted Supabase returns an error of its HTTP server, Fastify.
 */
const SERVICE_PATHS = /^\/(bucket|object|render\/image|cdn|vector)(\/|$)/;

/** Returns the URL as the client sent it. In `c.req.url`, dot segments are already resolved. */
function sentUrlOf(c: Context): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const { pathname, search } = new URL(c.req.url);
  return incoming?.url ?? pathname + search;
}

const sentPathOf = (c: Context): string => sentUrlOf(c).split("?", 1)[0] ?? "";

/** Refuses dot segments, because a client that resolves them would reach another object. */
export async function refuseInvalidPaths(
  c: Context<ServiceEnv>,
  next: Next,
): Promise<Response | undefined> {
  const sent = sentPathOf(c);
  let path: string;
  try {
    path = decodeURIComponent(sent);
  } catch {
    return answerServerError(c, 400, {
      code: "FST_ERR_BAD_URL",
      error: "Bad Request",
      message: `'${sent}' is not a valid url component`,
    });
  }
  if (isWithoutObject(c, path)) return answerNotFound(c);
  if (isRouteAsBucket(c, path)) return renderError(c, refuse.noSuchBucket());
  const name = /^\/object\/(?:upload\/sign\/)?[^/]+\/(.+)$/.exec(path)?.[1] ?? "";
  if (!hasDotSegment(name)) {
    await next();
    return undefined;
  }
  const isWrite = ["POST", "PUT"].includes(c.req.method);
  return renderError(
    c,
    isWrite ? refuse.invalidKey(`${name} contains dot path segment`) : refuse.noSuchKey(),
  );
}

/** DELETE needs no object in the path, because the body lists the objects. */
function isWithoutObject({ req: { method } }: Context, path: string): boolean {
  if (!/^\/object\/[^/]+$/.test(path) || method === "DELETE") return false;
  return method !== "POST" || !/\/(move|copy)$/.test(path);
}

/** On hosted Supabase, the route's name in such a path counts as the name of a bucket. */
function isRouteAsBucket({ req: { method } }: Context, path: string): boolean {
  return method === "GET" && /^\/object\/(public|authenticated|info|sign)\/[^/]+$/.test(path);
}

export function answerNotFound(c: Context): Response {
  const url = sentUrlOf(c);
  const { method } = c.req.raw;
  if (SERVICE_PATHS.test(sentPathOf(c))) return renderError(c, refuse.noRoute(method, url));
  return answerServerError(c, 404, {
    error: "Not Found",
    message: `Route ${method}:${url} not found`,
  });
}

function answerServerError(
  c: Context,
  status: 400 | 404,
  { code, error, message }: { code?: string; error: string; message: string },
): Response {
  const body = { ...(code !== undefined && { code }), error, message, statusCode: status };
  return c.newResponse(c.req.raw.method === "HEAD" ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}
