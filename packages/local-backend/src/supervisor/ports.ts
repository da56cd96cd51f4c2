import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { LocalBackendError } from "../config/errors.ts";

export const LOOPBACK = "127.0.0.1";

/**
 * Range below the ephemeral ports, which begin at 32,768 on Linux and higher on macOS and Windows.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
const PORT_TRIES = 20;

/**
 * Prefers ports that are not ephemeral, because another program could be assigned an ephemeral port
 * first. Callers must try again, because another program may still take the port.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= PORT_TRIES; attempt += 1) {
    try {
      return await probe(randomInt(FIRST_PORT, LAST_PORT + 1));
    } catch {
      // The port is in use, or reserved by the system.
    }
  }
  return probe(0);
}

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
