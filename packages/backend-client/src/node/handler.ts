import { Readable } from "node:stream";
import type { SessionServer } from "../server/session-server.js";
import { signalOf } from "./leave.js";
import { type NodeRequest, toRequest } from "./request.js";
import { type NodeResponse, send } from "./response.js";

/** A handler for `node:http`, and a middleware of Express 4 and 5. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

/** A body parser ran first: the stream has ended, and the parser's result is on the request. */
function isConsumed(request: NodeRequest & { readableEnded?: boolean; body?: unknown }): boolean {
  return request.readableEnded === true && request.body !== undefined;
}

const CONSUMED = "Mount the session handler before your body parser.";

/**
 * Creates a handler of Node for the requests below `basePath`. In Express, mount it before body
 * parsers. Errors go to `next`, or become status 500.
 * @example
 * const handler: NodeHandler = toNodeHandler(sessions);
 */
export function toNodeHandler(sessions: Pick<SessionServer, "handle">): NodeHandler {
  return async (request, response, next) => {
    const signal = signalOf(response);
    try {
      if (isConsumed(request)) {
        response.statusCode = 500;
        response.setHeader("content-type", "text/plain; charset=utf-8");
        response.end(CONSUMED);
        return;
      }
      const stream = request as unknown as Readable & { complete?: boolean };
      const body = () => Readable.toWeb(stream) as unknown as ReadableStream;
      const converted = toRequest(request, { signal, body });
      const answer = await sessions.handle(converted, {
        socketAddress: request.socket.remoteAddress,
      });
      // The rest of a refused body would be read as the next request of the connection.
      if (converted.body && stream.complete === false) response.setHeader("connection", "close");
      await send(answer, response, { withBody: request.method !== "HEAD", signal });
    } catch (thrown) {
      if (signal.aborted) return;
      if (response.headersSent) response.destroy(thrown as Error);
      else if (next) next(thrown);
      else {
        console.error(thrown);
        response.statusCode = 500;
        response.end("Internal Server Error");
      }
    }
  };
}
