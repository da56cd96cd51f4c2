import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import type { BackendConfig } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { BackendKeys } from "./key-file.ts";
import type { Tokens } from "./tokens.ts";

/** Where the running backend answers, without trailing slashes. */
export interface BackendUrls {
  /** `http://127.0.0.1:54321`: the address a Supabase client is given. */
  api: string;
  /** PostgreSQL connection string of the `postgres` role. */
  db: string;
  /** The mailbox page. */
  mailbox: string;
}

/** A mail that one of our services wants delivered. It never leaves the machine. */
export interface OutgoingMail {
  from: string;
  to: string[];
  subject: string;
  html?: string;
  text?: string;
  cc?: string[];
  bcc?: string[];
  replyTo?: string[];
  headers?: Record<string, string>;
}

/** The door through which services hand mail to the mailbox, without knowing it. */
export interface MailSink {
  /** Stores the mail and answers its id. */
  send(mail: OutgoingMail): Promise<string>;
}

/** What every service is given at creation. Services know this and nothing of each other. */
export interface ServiceContext {
  config: BackendConfig;
  database: Database;
  tokens: Tokens;
  keys: BackendKeys;
  urls: BackendUrls;
  /** Absolute path of the folder this service may keep files in; created on demand, mode 0700. */
  dataDir: string;
  /** Absolute path of the `supabase/` folder. */
  projectDir: string;
  mail: MailSink;
  /**
   * Writes a child process into the lock file, so that a later start can end it if this process
   * is killed. Answers the way to strike it out again.
   */
  trackChild(name: string, pid: number): () => void;
  /** Current time in milliseconds since the epoch. */
  now(): number;
  /** One line for the operator. Never give it tokens, codes, addresses or file names. */
  log(line: string): void;
}

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
