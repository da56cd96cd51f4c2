import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port for a test that names it, or needs it more than once. It lies below those the system hands out
 * by itself, so that nobody is given it before we take it.
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
