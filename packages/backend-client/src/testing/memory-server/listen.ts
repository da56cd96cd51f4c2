import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { signalOf } from "../../node/leave.js";
import { toRequest } from "../../node/request.js";
import { send } from "../../node/response.js";
import type { Listen } from "./types.js";

const ORIGINS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

function answerPreflight(request: Request): Response {
  const headers = request.headers.get("access-control-request-headers") ?? "*";
  return new Response(null, {
    status: 204,
    headers: {
      ...ORIGINS,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": headers,
    },
  });
}

async function respond(request: Request, url: string, serve: typeof fetch): Promise<Response> {
  if (request.method === "OPTIONS") return answerPreflight(request);
  // A client may use another host name, such as localhost, so replace the host.
  const { pathname, search } = new URL(request.url);
  const answer = await serve(new Request(url + pathname + search, request));
  const response = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(ORIGINS)) response.headers.set(name, value);
  return response;
}

export const listen: Listen = async (createFetch, port) => {
  let serve: typeof fetch | undefined;
  let url = "";
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const signal = signalOf(outgoing);
    try {
      serve ??= createFetch(url);
      const body = () => Readable.toWeb(incoming) as unknown as ReadableStream;
      const answer = await respond(toRequest(incoming, { signal, body }), url, serve);
      await send(answer, outgoing, { withBody: incoming.method !== "HEAD", signal });
    } catch {
      outgoing.destroy();
    }
  };
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
};
