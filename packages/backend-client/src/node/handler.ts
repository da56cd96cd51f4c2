import { Readable } from "node:stream";
import type { SessionServer } from "../server/session-server.js";
import { signalOf } from "./leave.js";
import { type NodeRequest, toRequest } from "./request.js";
import { type NodeResponse, send } from "./response.js";

/** A handler for `node:http`, which also works as a middleware in Express 4 and 5. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

const CONSUMED = "Mount the session handler before your body parser.";

class BodyConsumed extends Error {}

function openBody(stream: Readable): ReadableStream {
  if (stream.readableDidRead) throw new BodyConsumed();
  return Readable.toWeb(stream) as unknown as ReadableStream;
}

function describe(thrown: unknown): string {
  if (thrown instanceof BodyConsumed) return CONSUMED;
  console.error(thrown);
  return "Internal Server Error";
}

/**
 * Creates a `node:http` handler for the requests below `basePath`. In Express, mount the handler
 * before body parsers. The handler passes errors to `next`. Without `next`, or if the body was
 * already read, it responds with status 500.
 * @example
 * const handler: NodeHandler = toNodeHandler(sessions);
 */
export function toNodeHandler(sessions: Pick<SessionServer, "handle">): NodeHandler {
  return async (request, response, next) => {
    const signal = signalOf(response);
    try {
      const stream = request as unknown as Readable & { complete?: boolean };
      const converted = toRequest(request, { signal, body: () => openBody(stream) });
      const answer = await sessions.handle(converted, {
        socketAddress: request.socket.remoteAddress,
      });
      // If the connection stayed open, Node would read the rest of the refused body as the next
      // request.
      if (converted.body && stream.complete === false) response.setHeader("connection", "close");
      await send(answer, response, { withBody: request.method !== "HEAD", signal });
    } catch (thrown) {
      if (signal.aborted) return;
      if (response.headersSent) response.destroy(thrown as Error);
      else if (next && !(thrown instanceof BodyConsumed)) next(thrown);
      else {
        response.statusCode = 500;
        response.setHeader("content-type", "text/plain; charset=utf-8");
        response.end(describe(thrown));
      }
    }
  };
}
