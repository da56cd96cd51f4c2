import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Searches below the range of ports that the system assigns to other programs, so that no program
 * gets the port between this call and its use.
 */
export async function freePort(port = 20_000 + (process.pid % 10_000)): Promise<number> {
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort(port + 1);
  server.close();
  await once(server, "close");
  return port;
}
