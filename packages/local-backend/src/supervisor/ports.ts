import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { LocalBackendError } from "../config/errors.ts";

/** The only address that the backend listens on. */
export const LOOPBACK = "127.0.0.1";

/**
 * Linux gives out ports from 32,768 on to programs that ask for any port. macOS and Windows start
 * higher.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
const PORT_TRIES = 20;

/**
 * Returns a free port outside the range from which the system gives out ports. Within that range,
 * another program could get the port before a process of ours listens on it, and would then answer
 * in its place. Another process may still take the port first, so callers try again.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= PORT_TRIES; attempt += 1) {
    try {
      return await probe(randomInt(FIRST_PORT, LAST_PORT + 1));
    } catch {
      // In use, or reserved by the system. Try another port.
    }
  }
  return probe(0);
}

/**
 * Returns the port if it is free. For 0, returns any free port.
 * @throws LocalBackendError `port_in_use`
 */
export async function claimPort(port: number, what: string): Promise<number> {
  try {
    return await probe(port);
  } catch (cause) {
    throw portError(cause, port, what);
  }
}

async function probe(port: number): Promise<number> {
  const server = createServer();
  server.listen({ port, host: LOOPBACK });
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : port;
}

export function portError(cause: unknown, port: number, what: string): LocalBackendError {
  const code = (cause as NodeJS.ErrnoException).code;
  const why =
    code === "EADDRINUSE"
      ? "is already in use; stop the program that uses it or choose another port."
      : `cannot be opened (${code}); choose another port, such as one above 1023.`;
  return new LocalBackendError("port_in_use", `Port ${port} for the ${what} ${why}`, { cause });
}
