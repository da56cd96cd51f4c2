import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  origin: string;
  close(): Promise<void>;
}

export async function openRoundRobin(origins: readonly string[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const origin = origins[turn++ % origins.length];
    const { method, headers, url = "/" } = incoming;
    const onward = request(new URL(url, origin), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
