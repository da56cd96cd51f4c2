import type { IncomingHttpHeaders } from "node:http";
import { HOP_BY_HOP } from "../gateway/hop-by-hop.ts";

interface Caller {
  bearer: string | undefined;
  clientAddress: string;
  api: URL;
}

/**
 * Adds the headers that the gateway of hosted Supabase adds, because SQL can read them as
 * `request.headers`. The caller's own headers take precedence.
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
