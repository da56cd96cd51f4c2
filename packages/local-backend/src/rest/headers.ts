import type { IncomingHttpHeaders } from "node:http";

/** Headers of one connection (RFC 9110 §7.6.1). */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
]);

interface Caller {
  /** The token for PostgREST. */
  bearer: string | undefined;
  clientAddress: string;
  api: URL;
}

/**
 * Headers for PostgREST. SQL reads them as `request.headers`, so they have what hosted's gateway adds:
 * the caller's address, and the public address of the backend that was called.
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
