import type { NoClaims, UntypedDatabase } from "../../config/define-backend.js";
import {
  type MemoryBackend,
  type MemoryBackendOptions,
  openMemoryBackend,
} from "../memory-backend.js";
import { createSystemClock } from "./system-clock.js";

/** Options of {@link createMemoryServer}. */
export interface MemoryServerOptions extends Omit<MemoryBackendOptions, "clock"> {
  /** TCP port of the server. Default: 0, which selects a free port. */
  port?: number | undefined;
}

/** A memory backend that other processes can call over HTTP. */
export interface MemoryServer<Database = UntypedDatabase, Claims extends object = NoClaims>
  extends Omit<MemoryBackend<Database, Claims>, "clock"> {
  /** URL of the project, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Publishable key of the project. */
  readonly anonKey: string;
  /** The machine's clock, plus the time that the test has skipped. */
  readonly clock: {
    /** Current time in milliseconds since the epoch. */
    now(): number;
    /** Moves this clock ahead by this many milliseconds, but does not shorten pending timers. */
    skip(milliseconds: number): void;
  };
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/**
 * Starts a memory backend on a port of this machine, for an app in another process. The server has
 * no realtime. Works in Node, Bun and Deno.
 * @throws TypeError in a runtime that cannot listen on a port
 * @throws Error with the code `EADDRINUSE` if the port is in use
 * @example
 * const server = await createMemoryServer({ rest: () => Response.json([{ id: 1 }]) });
 * const environment = { SUPABASE_URL: server.url, SUPABASE_PUBLISHABLE_KEY: server.anonKey };
 */
export async function createMemoryServer<
  Database = UntypedDatabase,
  Claims extends object = NoClaims,
>({ port = 0, ...options }: MemoryServerOptions = {}): Promise<MemoryServer<Database, Claims>> {
  const clock = createSystemClock();
  const { listen } = await import("#memory-server");
  let memory: ReturnType<typeof openMemoryBackend<Database, Claims, typeof clock>> | undefined;
  const open = (url: string) => {
    memory ??= openMemoryBackend<Database, Claims, typeof clock>(options, { url, clock });
    return memory;
  };
  const { url, close } = await listen((address) => open(address).fetch, port);
  const opened = open(url);
  return { ...opened, url, anonKey: opened.backend.anonKey, close };
}
