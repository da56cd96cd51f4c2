import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";

export interface CountingProxy {
  url: string;
  /** `METHOD /path` of every request so far. A test may empty the list. */
  calls: string[];
  count(call: string): number;
  hold(call: string): () => void;
  fail(call: string): () => void;
  close(): Promise<void>;
}

export type Answered = (call: string, body: string) => void;

async function forward(
  upstream: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<string> {
  const { host: _, connection: __, ...headers } = incoming.headers;
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const response = await fetch(`${upstream}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: headers as Record<string, string>,
    redirect: "manual",
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
  });
  const kept = [...response.headers].filter(
    ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name),
  );
  answer.writeHead(response.status, kept.flat());
  const body = Buffer.from(await response.arrayBuffer());
  answer.end(body);
  return body.toString();
}

export async function openCountingProxy(
  upstream: string,
  answered: Answered = () => undefined,
): Promise<CountingProxy> {
  const calls: string[] = [];
  const held = new Map<string, Promise<void>>();
  const failing = new Set<string>();
  const server = createServer(async (incoming, answer) => {
    const call = `${incoming.method} ${new URL(incoming.url ?? "/", upstream).pathname}`;
    calls.push(call);
    await held.get(call);
    if (failing.has(call)) {
      answer.writeHead(503).end();
      return;
    }
    forward(upstream, incoming, answer)
      .then((body) => answered(call, body))
      .catch(() => answer.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    count: (call) => calls.filter((made) => made === call).length,
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(call, promise);
      return () => {
        held.delete(call);
        resolve();
      };
    },
    fail(call) {
      failing.add(call);
      return () => failing.delete(call);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
