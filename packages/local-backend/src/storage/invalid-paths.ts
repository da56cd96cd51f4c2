import type { IncomingMessage } from "node:http";
import type { Context, Next } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { refuse, renderError } from "./errors.ts";
import { hasDotSegment } from "./object-key.ts";

/**
 * Below these paths, hosted Supabase returns a Storage error for an unknown path or method. Below
 * other paths, it returns an error of its HTTP server, Fastify.
 */
const SERVICE_PATHS = /^\/(bucket|object|render\/image|cdn|vector)(\/|$)/;

/** Returns the URL as the client sent it. In `c.req.url`, dot segments are already resolved. */
function sentUrlOf(c: Context): string {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const { pathname, search } = new URL(c.req.url);
  return incoming?.url ?? pathname + search;
}

const sentPathOf = (c: Context): string => sentUrlOf(c).split("?", 1)[0] ?? "";

/**
 * Refuses paths that cannot be decoded. Also refuses object names with dot segments, because a
 * client that resolves the dots would reach another object.
 */
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

/**
 * Returns whether the path names only a bucket although the request needs an object. A `DELETE`
 * needs no object in the path, because its body contains a list of objects.
 */
function isWithoutObject({ req: { method } }: Context, path: string): boolean {
  if (!/^\/object\/[^/]+$/.test(path) || method === "DELETE") return false;
  return method !== "POST" || !/\/(move|copy)$/.test(path);
}

/**
 * Returns whether hosted Supabase reads the path as an object in a bucket named `public`,
 * `authenticated`, `info` or `sign`.
 */
function isRouteAsBucket({ req: { method } }: Context, path: string): boolean {
  return method === "GET" && /^\/object\/(public|authenticated|info|sign)\/[^/]+$/.test(path);
}

/** Returns the response for an unknown path or method. */
export function answerNotFound(c: Context): Response {
  const url = sentUrlOf(c);
  const { method } = c.req.raw;
  if (SERVICE_PATHS.test(sentPathOf(c))) return renderError(c, refuse.noRoute(method, url));
  return answerServerError(c, 404, {
    error: "Not Found",
    message: `Route ${method}:${url} not found`,
  });
}

/** Returns an error in the format of Fastify, in which the body contains the status as a number. */
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
