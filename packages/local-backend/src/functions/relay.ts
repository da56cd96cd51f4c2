import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { HOP_BY_HOP } from "../gateway/hop-by-hop.ts";

interface CallOptions {
  /** If undefined, the function receives the caller's Authorization header. */
  bearer: string | undefined;
  clientAddress: string;
  /** Public URL of the backend. Its host replaces the host in the URL that the function sees. */
  api: URL;
}

interface RelayOptions extends CallOptions {
  port: number;
  request: Request;
  agent: Agent;
  signal: AbortSignal;
  onClose(): void;
}

const BODILESS = new Set([101, 204, 205, 304]);

export async function relay(options: RelayOptions): Promise<Response> {
  const { request } = options;
  const url = new URL(request.url);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: "127.0.0.1",
        port: options.port,
        method: request.method,
        path: url.pathname + url.search,
        headers: headersForWorker(request.headers, options),
        agent: options.agent,
        signal: AbortSignal.any([options.signal, request.signal]),
      },
      resolve,
    );
    outgoing.on("error", reject);
    if (request.body === null) {
      outgoing.end();
    } else {
      // Without `transfer-encoding`, Node would send a body of DELETE or OPTIONS without its
      // length, and the worker would read the body as another request.
      if (!request.headers.has("content-length")) {
        outgoing.setHeader("transfer-encoding", "chunked");
      }
      const body = Readable.fromWeb(request.body as NodeReadableStream);
      body.on("error", (cause) => outgoing.destroy(cause));
      body.pipe(outgoing);
    }
  });
  answer.once("close", options.onClose);
  return toResponse(answer, request.method);
}

export function headersForWorker(
  given: Iterable<[string, string]>,
  { api, bearer, clientAddress }: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of given) {
    if (!HOP_BY_HOP.has(name)) headers[name] = value;
  }
  headers.host = api.host;
  headers["x-forwarded-for"] = clientAddress;
  // On hosted Supabase, Kong sets these headers. Functions use them to build their public URL.
  headers["x-forwarded-host"] = api.hostname;
  headers["x-forwarded-port"] = api.port || "80";
  headers["x-forwarded-proto"] = api.protocol.slice(0, -1);
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
  return headers;
}

export function endToEndHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.append(name, rawHeaders[index + 1] ?? "");
  }
  return headers;
}

export function toResponse(answer: IncomingMessage, method: string): Response {
  const headers = endToEndHeaders(answer);
  keepFromBeingAPage(headers, method);
  const status = answer.statusCode ?? 502;
  if (BODILESS.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  // If the worker dies, this stream fails, so that the response does not look complete.
  const body = Readable.toWeb(answer) as unknown as ReadableStream;
  return new Response(body, { status, headers });
}

/**
 * As on hosted Supabase, the HTML of a GET becomes plain text. Other active content is sandboxed,
 * because it would run in the origin of the mailbox.
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
