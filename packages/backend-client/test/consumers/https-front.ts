import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createSelfSigned } from "../support/self-signed.js";

export interface HttpsFront {
  port: number;
  siblingCookies: string[];
  close(): Promise<void>;
}

function forward(upstream: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...incoming.headers, "x-forwarded-proto": "https" };
  const { method } = incoming;
  const onward = request(
    new URL(incoming.url ?? "/", upstream),
    { method, headers },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}

export async function openHttpsFront(app: { host: string; upstream: string }): Promise<HttpsFront> {
  const siblingCookies: string[] = [];
  const server = createServer(createSelfSigned(app.host), (incoming, answer) => {
    const { hostname } = new URL(`https://${incoming.headers.host}`);
    if (hostname === app.host) return forward(app.upstream, incoming, answer);
    answer.writeHead(200, { "content-type": "text/html", "set-cookie": siblingCookies });
    answer.end("<!doctype html><title>Sibling</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    siblingCookies,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
