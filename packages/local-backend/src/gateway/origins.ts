import type { IncomingMessage, ServerResponse } from "node:http";

const EXPOSED = [
  ...["content-range", "location", "link", "etag", "x-total-count", "retry-after"],
  ...["x-supabase-api-version", "x-sb-error-code", "x-relay-error", "sb-request-id"],
  ...["content-disposition", "cache-control", "upload-offset", "upload-length"],
  ...["upload-metadata", "upload-expires", "upload-defer-length", "upload-concat"],
  ...["tus-version", "tus-resumable", "tus-max-size", "tus-extension"],
  ...["tus-checksum-algorithm", "x-http-method-override"],
  // Headers that PostgREST exposes.
  ...["content-location", "content-encoding", "date", "server", "range-unit"],
].join(", ");

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const PREFLIGHT_SECONDS = "600";

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** Returns false for other host names, which could be part of a DNS rebinding attack. */
export function isOwnHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  try {
    return isLoopback(new URL(`http://${host}`).hostname);
  } catch {
    return false;
  }
}

/**
 * Allows requests without `Origin`: browsers send it with every WebSocket handshake and CORS
 * request.
 */
export function isLocalOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  try {
    return isLoopback(new URL(origin).hostname);
  } catch {
    return false;
  }
}

export function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return isLocalOrigin(origin) && origin === `http://${host}`;
}

export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  response.setHeader("vary", "origin");
  if (origin === undefined || !isLocalOrigin(origin)) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", EXPOSED);
}

export function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined
  );
}

/** Allows all requested headers, because supabase-js adds tracing headers. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  if (isLocalOrigin(request.headers.origin)) {
    const asked = request.headers["access-control-request-headers"];
    if (asked !== undefined) response.setHeader("access-control-allow-headers", asked);
    response.setHeader("access-control-allow-methods", METHODS);
    response.setHeader("access-control-max-age", PREFLIGHT_SECONDS);
  }
  response.writeHead(204).end();
}
