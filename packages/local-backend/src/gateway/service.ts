import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";

/** A service behind the gateway. */
export interface Service {
  /** `auth`, `rest`, `storage`, `realtime`, `functions` or `mailbox`. */
  name: string;
  /** Prefix of the paths, such as `/auth/v1`. */
  prefix: string;
  /** If true, the service ignores a slash at the end of a path. */
  ignoresLastSlash?: boolean;
  /** Handles requests below the prefix. Their paths do not contain the prefix. */
  routes: Hono<ServiceEnv>;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Deletes all state outside the database. */
  reset?(): Promise<void>;
  /** Handles a WebSocket upgrade below the prefix. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Throws if the service is down. `/health` calls it. */
  check?(): Promise<void>;
}

/** Hono variables that the gateway sets before it calls a service. */
export interface ServiceEnv {
  Variables: {
    /**
     * Bearer token after the gateway replaced an API key. Undefined on open routes without a token.
     */
    bearer?: string;
    /** Undefined on routes that need no API key. */
    apiKeyRole?: "anon" | "service_role";
    /**
     * IP address of the client. For a request with a secret key, it may be the forwarded address.
     */
    clientAddress: string;
    /**
     * Lets pages of this machine read the response. Only the functions service calls this method,
     * for errors that do not come from a function. Pages can read the responses of all other
     * services anyway.
     */
    allowOrigin?(): void;
  };
}
