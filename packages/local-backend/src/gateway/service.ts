import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";

export interface Service {
  name: string;
  prefix: string;
  ignoresLastSlash?: boolean;
  /**
   * Handles paths without the prefix. A `ServiceHandler` does not use Hono, which takes a quarter
   * of the CPU time of a proxied request.
   */
  routes: Hono<ServiceEnv> | ServiceHandler;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Deletes state outside the database, after a reset of the database. */
  reset?(): Promise<void>;
  upgrade?(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    variables: ServiceEnv["Variables"],
  ): void;
  check?(): Promise<void>;
}

export type ServiceHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  variables: ServiceEnv["Variables"],
) => Promise<void>;

export interface ServiceEnv {
  Variables: {
    /** The caller's own token, or the token of the API key. */
    bearer?: string;
    /** Undefined if the request has no valid API key, which only some routes allow. */
    apiKeyRole?: "anon" | "service_role";
    /** The address of the client, or the address that a caller with the secret key forwards. */
    clientAddress: string;
    /**
     * Adds CORS headers to an error of the functions service. Functions set their own CORS headers.
     */
    allowOrigin?(): void;
  };
}
