import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";

/** One of Supabase's services: mounted by the gateway below its prefix. */
export interface Service {
  /** `auth`, `rest`, `storage`, `realtime`, `functions` or `mailbox`. */
  name: string;
  /** Path prefix the gateway strips before routing, such as `/auth/v1`. */
  prefix: string;
  /** Requests below the prefix, with the prefix stripped. */
  routes: Hono<ServiceEnv>;
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** Forgets everything kept outside the database. */
  reset?(): Promise<void>;
  /** Takes over a WebSocket upgrade whose path lies below the prefix. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Throws when the service cannot answer; `/health` asks. */
  check?(): Promise<void>;
}

/** Hono variables that the gateway sets before a service sees a request. */
export interface ServiceEnv {
  Variables: {
    /** Bearer token after API-key translation; absent on open routes without one. */
    bearer?: string;
    /** Role of the API key: `anon` or `service_role`; absent where no key is needed. */
    apiKeyRole?: "anon" | "service_role";
    /** Address of the caller: the socket's, or the forwarded one when a secret key vouches for it. */
    clientAddress: string;
    /**
     * Lets pages of this machine read the answer. Only functions call it, for failures that are not
     * the function's; all other services' answers are readable as they are.
     */
    allowOrigin?(): void;
  };
}
