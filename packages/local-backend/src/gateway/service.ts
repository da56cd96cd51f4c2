import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";

/** A service behind the gateway. */
export interface Service {
  /** `auth`, `rest`, `storage`, `realtime`, `functions` or `mailbox`. */
  name: string;
  /** Such as `/auth/v1`. */
  prefix: string;
  /** A slash at the end of a path is ignored. */
  ignoresLastSlash?: boolean;
  /** Requests below the prefix, with the prefix stripped. */
  routes: Hono<ServiceEnv>;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Deletes all state outside the database. */
  reset?(): Promise<void>;
  /** Handles a WebSocket upgrade below the prefix. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Throws when the service is down. Called by `/health`. */
  check?(): Promise<void>;
}

/** Hono variables that the gateway sets before a service gets a request. */
export interface ServiceEnv {
  Variables: {
    /** Bearer token after API-key translation; absent on open routes without one. */
    bearer?: string;
    /** Absent on routes that need no API key. */
    apiKeyRole?: "anon" | "service_role";
    /** The socket's IP address, or the forwarded one of a request with a secret key. */
    clientAddress: string;
    /**
     * Lets pages of this machine read the response. Only functions call it, for errors that are not
     * the function's own. Responses of all other services are readable anyway.
     */
    allowOrigin?(): void;
  };
}
