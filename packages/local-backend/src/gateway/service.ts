import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";

export interface Service {
  /** Name of the service: `auth`, `rest`, `storage`, `realtime`, `functions` or `mailbox`. */
  name: string;
  /** Prefix of the paths, such as `/auth/v1`. */
  prefix: string;
  /** If true, the service ignores a slash at the end of a path. */
  ignoresLastSlash?: boolean;
  /**
   * Handles requests below the prefix. The paths of these requests do not contain the prefix. Pass
   * a function to skip Hono, which takes a quarter of the CPU time of a proxied request.
   */
  routes: Hono<ServiceEnv> | ServiceHandler;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /**
   * Called during a reset, after the database was reset. Deletes the state that the service has
   * outside the database.
   */
  reset?(): Promise<void>;
  /** Handles a WebSocket upgrade below the prefix. */
  upgrade?(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    variables: ServiceEnv["Variables"],
  ): void;
  /** Throws if the service is down. `/health` calls this method. */
  check?(): Promise<void>;
}

/** Handles a request. The request's path does not contain the prefix of the service. */
export type ServiceHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  variables: ServiceEnv["Variables"],
) => Promise<void>;

/** Hono variables that the gateway sets before it calls a service. */
export interface ServiceEnv {
  Variables: {
    /**
     * The token for the service: the caller's own token, or the token of the API key. Undefined if
     * there is none.
     */
    bearer?: string;
    /**
     * Role of the API key. Undefined if the request has no valid key, which only some routes allow.
     */
    apiKeyRole?: "anon" | "service_role";
    /**
     * IP address of the client. For a request with a secret key, this may be the forwarded address.
     */
    clientAddress: string;
    /**
     * Adds CORS headers to the response. Only the functions service calls this method, for errors
     * that do not come from a function. For most other services, the gateway adds the headers.
     */
    allowOrigin?(): void;
  };
}
