/** The parts of Node's `IncomingMessage` that the adapter reads. Express adds `originalUrl`. */
export interface NodeRequest {
  /** Method of the request. */
  method?: string | undefined;
  /** Path and query. Express removes the path at which the handler is mounted. */
  url?: string | undefined;
  /** Path and query as the client sent them. Express sets this property, but Node does not. */
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

function headersOf({ rawHeaders }: NodeRequest): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!name.startsWith(":")) headers.append(name, value);
  }
  return headers;
}

const isRead = (method: string) => method === "GET" || method === "HEAD";
const FORBIDDEN = new Set(["CONNECT", "TRACE", "TRACK"]);
const isForbidden = (method: string) => FORBIDDEN.has(method.toUpperCase());

function hasBody(method: string, headers: Headers): boolean {
  if (isRead(method) || isForbidden(method)) return false;
  return headers.has("transfer-encoding") || Number(headers.get("content-length")) > 0;
}

/** A request line may contain `*` or a complete URL of any host, so the host comes from `Host`. */
function addressOf(request: NodeRequest, host: string | null): URL {
  const protocol = request.socket.encrypted ? "https:" : "http:";
  const path = request.originalUrl ?? request.url ?? "/";
  const origin = `${protocol}//${host ?? "localhost"}`;
  const base = URL.canParse(origin) ? new URL(origin).origin : `${protocol}//localhost`;
  if (path.startsWith("/")) return new URL(base + path);
  const { pathname, search } = URL.canParse(path) ? new URL(path) : new URL(base);
  return new URL(base + (pathname.startsWith("/") ? pathname : "/") + search);
}

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
