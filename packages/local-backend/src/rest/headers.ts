import type { IncomingHttpHeaders } from "node:http";
import { HOP_BY_HOP } from "../gateway/hop-by-hop.ts";

interface Caller {
  /** Token for PostgREST. */
  bearer: string | undefined;
  clientAddress: string;
  api: URL;
}

/**
 * Returns the headers for PostgREST. SQL can read the headers as `request.headers`, so they include
 * the ones that the gateway of hosted Supabase adds: the client's IP address and the backend's
 * public URL. If the caller sends one of these headers, the caller's header is forwarded instead.
 */
export function forwardedHeaders(
  received: IncomingHttpHeaders,
  { bearer, clientAddress, api }: Caller,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {
    "x-forwarded-for": clientAddress,
    "x-forwarded-host": received.host ?? api.host,
    "x-forwarded-port": api.port,
    "x-forwarded-proto": api.protocol.slice(0, -1),
  };
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = value;
  }
  delete headers.authorization;
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
  return headers;
}
