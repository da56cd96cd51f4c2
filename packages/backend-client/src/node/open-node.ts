import type { Scope } from "../server/scope-type.js";
import type { OpenOptions, SessionServer } from "../server/session-server.js";
import { signalOf } from "./leave.js";
import { type NodeRequest, toRequest } from "./request.js";
import { type NodeResponse, readHeaders, writeHeaders } from "./response.js";

/** The result of {@link openNode}. */
export interface NodeScope<Database, Claims extends object> {
  /** The request as a `Request` without its body. Pass it to `sessions.checkOrigin`. */
  request: Request;
  /** The scope of the request, for its session, auth flows and data. */
  scope: Scope<Database, Claims>;
  /**
   * Writes cookies and cache headers to the response, and closes the scope. Call it before the
   * first byte of the response.
   * @throws Error if the headers have already been sent
   */
  finish(): void;
}

/**
 * Opens the scope of a `node:http` or Express request. The scope's calls end when the client
 * disconnects.
 * @example
 * const { scope, finish } = openNode(sessions, incoming, outgoing);
 * const { status } = await scope.session();
 * finish();
 * outgoing.end(status);
 */
export function openNode<Database, Claims extends object>(
  sessions: Pick<SessionServer<Database, Claims>, "open">,
  incoming: NodeRequest,
  response: NodeResponse,
  options: Omit<OpenOptions, "socketAddress" | "signal"> = {},
): NodeScope<Database, Claims> {
  const signal = signalOf(response);
  const { remoteAddress: socketAddress } = incoming.socket;
  const request = toRequest(incoming, { signal });
  const scope = sessions.open(request, {
    ...options,
    socketAddress,
    signal,
  });
  return {
    request,
    scope,
    finish() {
      if (response.headersSent) {
        throw new Error("finish() has to run before the response is sent.");
      }
      const before = readHeaders(response);
      const { headers } = scope.apply(new Response(null, { headers: before }));
      for (const name of before.keys()) if (!headers.has(name)) response.removeHeader(name);
      writeHeaders(response, headers);
    },
  };
}
