/** The parts of Node's `IncomingMessage` that the adapter reads. Express adds `originalUrl`. */
export interface NodeRequest {
  /** Method of the request. */
  method?: string | undefined;
  /** Path and query. Express removes the path at which the handler is mounted. */
  url?: string | undefined;
  /** Path and query as the client sent them. Only Express sets this property. */
  originalUrl?: string | undefined;
  /** Header names and values, alternating, as the client sent them. */
  rawHeaders: readonly string[];
  /** The connection. */
  socket: {
    /** IP address of the other end of the connection. */
    remoteAddress?: string | undefined;
    /** True if the connection uses TLS. */
    encrypted?: boolean | undefined;
  };
}

/** Returns the headers without the pseudo-headers of HTTP/2, whose names begin with a colon. */
function headersOf({ rawHeaders }: NodeRequest): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!name.startsWith(":")) headers.append(name, value);
  }
  return headers;
}

const isRead = (method: string) => method === "GET" || method === "HEAD";
/** `Request` does not allow these methods, so `toRequest` replaces them with OPTIONS. */
const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"]);
const isForbidden = (method: string) => FORBIDDEN.has(method.toUpperCase());

/** Returns true if the request has a body that a handler may read. */
function hasBody(method: string, headers: Headers): boolean {
  if (isRead(method) || isForbidden(method)) return false;
  return headers.has("transfer-encoding") || Number(headers.get("content-length")) > 0;
}

/**
 * Returns the URL of the request, always at the host of the `Host` header (or `localhost`). A
 * request line may contain any text, such as `*` or a complete URL.
 */
function addressOf(request: NodeRequest, host: string | null): URL {
  const protocol = request.socket.encrypted ? "https:" : "http:";
  const path = request.originalUrl ?? request.url ?? "/";
  const origin = `${protocol}//${host ?? "localhost"}`;
  const base = URL.canParse(origin) ? new URL(origin).origin : `${protocol}//localhost`;
  if (path.startsWith("/")) return new URL(base + path);
  const { pathname, search } = URL.canParse(path) ? new URL(path) : new URL(base);
  return new URL(base + (pathname.startsWith("/") ? pathname : "/") + search);
}

/**
 * Converts the Node request to a `Request` of the Fetch API.
 * @param body returns the body. Called only if the request may have a body
 */
export function toRequest(
  request: NodeRequest,
  { signal, body }: { signal: AbortSignal; body?: () => ReadableStream },
): Request {
  const headers = headersOf(request);
  const { method = "GET" } = request;
  const init: RequestInit & { duplex?: "half" } = {
    method: isForbidden(method) ? "OPTIONS" : method,
    headers,
    signal,
  };
  if (body && hasBody(method, headers)) Object.assign(init, { body: body(), duplex: "half" });
  return new Request(addressOf(request, headers.get("host")), init);
}
