import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type ConsoleOptions, createApp } from "./app.js";

/** Only this machine can reach the console. A proxy in front of it can open it to others. */
const HOST = "127.0.0.1";

/** A running console. */
export interface ConsoleServer {
  /**
   * The console's address. It uses `localhost`: browsers keep cookies per host name and ignore
   * ports, so an app at `127.0.0.1` has a separate session.
   */
  address: string;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/**
 * Starts the console.
 * @param options.port 0 takes a free port
 * @throws the system's error when the port cannot be opened
 */
export function startServer(options: ConsoleOptions & { port: number }): Promise<ConsoleServer> {
  const app = createApp(options);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: HOST, port: options.port }, (info) =>
      resolve({
        address: `http://localhost:${(info satisfies AddressInfo).port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            if ("closeAllConnections" in server) server.closeAllConnections();
          }),
      }),
    );
    server.once("error", reject);
  });
}
