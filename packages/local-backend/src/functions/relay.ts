import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

interface RelayOptions {
  port: number;
  /** The caller's request, without the path prefix of the service. */
  request: Request;
  /**
   * Token for the Authorization header. If undefined, the function receives the caller's header.
   */
  bearer: string | undefined;
  clientAddress: string;
  /** Address of the backend. The URL that the function sees has this host. */
  api: URL;
  agent: Agent;
  /** Aborted after the timeout. */
  signal: AbortSignal;
  /** Called when the response is complete or has failed. */
  onClose(): void;
}

/** Headers that apply to a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Responses with these statuses have no body. */
const BODILESS = new Set([101, 204, 205, 304]);

export async function relay(options: RelayOptions): Promise<Response> {
  const { request } = options;
  const url = new URL(request.url);
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (!HOP_BY_HOP.has(name)) headers[name] = value;
  }
  const { host, hostname, port, protocol } = options.api;
  headers.host = host;
  headers["x-forwarded-for"] = options.clientAddress;
  // Kong sets these headers on hosted Supabase. Functions build their public address from them.
  headers["x-forwarded-host"] = hostname;
  headers["x-forwarded-port"] = port || "80";
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  if (options.bearer !== undefined) headers.authorization = `Bearer ${options.bearer}`;

  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: "127.0.0.1",
        port: options.port,
        method: request.method,
        path: url.pathname + url.search,
        headers,
        agent: options.agent,
        signal: AbortSignal.any([options.signal, request.signal]),
      },
      resolve,
    );
    outgoing.on("error", reject);
    if (request.body === null) {
      outgoing.end();
    } else {
      const body = Readable.fromWeb(request.body as NodeReadableStream);
      body.on("error", (cause) => outgoing.destroy(cause));
      body.pipe(outgoing);
    }
  });
  answer.once("close", options.onClose);
  return toResponse(answer, request.method);
}

function toResponse(answer: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? "";
    if (!HOP_BY_HOP.has(name.toLowerCase()))
      headers.append(name, answer.rawHeaders[index + 1] ?? "");
  }
  keepFromBeingAPage(headers, method);
  const status = answer.statusCode ?? 502;
  if (BODILESS.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  // If the worker dies, this body aborts the caller's response instead of ending it normally.
  const body = Readable.toWeb(answer) as unknown as ReadableStream;
  return new Response(body, { status, headers });
}

/**
 * Returns HTML as plain text for a GET, because hosted Supabase serves no pages. Restricts other
 * active content too, because a page from a function would run in the same origin as the mailbox.
 * @see https://supabase.com/docs/guides/functions/http-methods
 */
function keepFromBeingAPage(headers: Headers, method: string): void {
  const type = headers.get("content-type") ?? "";
  if (method === "GET" && /^\s*text\/html\b/i.test(type)) {
    headers.set("content-type", type.replace(/text\/html/i, "text/plain"));
  }
  if (/^\s*(text\/html|\S*xml)\b/i.test(headers.get("content-type") ?? "")) {
    headers.append("content-security-policy", "sandbox");
  }
}
