import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type ConsoleOptions, createApp } from "./app.js";

/** Only programs on this machine can connect, so other machines need a proxy. */
const HOST = "127.0.0.1";

export interface ConsoleServer {
  /**
   * The host is `localhost`. Browsers share cookies between all ports of a host, so an app at
   * `127.0.0.1` has a separate session.
   */
  address: string;
  close(): Promise<void>;
}

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
