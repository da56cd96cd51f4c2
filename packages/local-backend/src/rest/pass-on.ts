import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { HOP_BY_HOP } from "../gateway/hop-by-hop.ts";
import { UNAVAILABLE } from "./unavailable.ts";

/**
 * @param explain called if the status is 500 or more. Its result replaces the body of the response.
 */
export function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  upstream: ClientRequest,
  explain: (status: number) => string | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const fail = () => {
      if (outgoing.headersSent) {
        outgoing.destroy();
      } else {
        outgoing.writeHead(503, { "content-type": "application/json" });
        outgoing.end(UNAVAILABLE);
      }
      resolve();
    };
    upstream.on("error", fail);
    // If the client has already disconnected, the listener for `close` below would never run.
    if (outgoing.destroyed) {
      incoming.resume();
      upstream.destroy();
      resolve();
      return;
    }
    upstream.on("response", (answer) => {
      const status = answer.statusCode ?? 502;
      const explanation = status >= 500 ? explain(status) : undefined;
      if (explanation !== undefined) {
        answer.resume();
        outgoing.writeHead(status, { "content-type": "application/json; charset=utf-8" });
        outgoing.end(explanation);
        return;
      }
      outgoing.writeHead(status, receivedHeaders(answer));
      answer.on("error", fail);
      writeAtOnce(outgoing);
      answer.pipe(outgoing);
    });
    outgoing.on("close", () => {
      // Read the rest of the body, so that the client can use the connection again.
      incoming.unpipe(upstream).resume();
      upstream.destroy();
      resolve();
    });
    // Without `transfer-encoding`, Node would send the body of a GET, DELETE or OPTIONS without its
    // length. PostgREST would read that body as another request, which the gateway has not checked.
    if (incoming.headers["transfer-encoding"] !== undefined) {
      upstream.setHeader("transfer-encoding", "chunked");
    }
    // Most requests have no body, and `end` takes less CPU time than a pipe.
    if (hasBody(incoming)) incoming.pipe(upstream);
    else upstream.end();
  });
}

/** RFC 9112 §6.3: these headers indicate a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

function receivedHeaders(answer: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const name in answer.headers) {
    const value = answer.headers[name];
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    // The gateway sets the CORS headers.
    if (!name.startsWith("access-control-")) headers[name] = value;
  }
  return headers;
}

/** Delays writes, so that a short response takes one write to the socket instead of two. */
function writeAtOnce({ socket }: ServerResponse): void {
  socket?.cork();
  setImmediate(() => socket?.uncork());
}
