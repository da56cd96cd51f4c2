import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";

export interface Service {
  name: string;
  prefix: string;
  ignoresLastSlash?: boolean;
  /**
   * The paths do not contain the prefix. A `ServiceHandler` skips Hono, which takes a quarter of
   * the CPU time of a proxied request.
   */
  routes: Hono<ServiceEnv> | ServiceHandler;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Called after the database was reset, to delete state outside the database. */
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
    /** Undefined without a valid API key, which only some routes allow. */
    apiKeyRole?: "anon" | "service_role";
    /** May be the forwarded address if the request has a secret key. */
    clientAddress: string;
    /** Adds CORS headers to errors of the functions service. Functions set their own headers. */
    allowOrigin?(): void;
  };
}
