import { once } from "node:events";
import { Agent, createServer, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { passOn } from "./pass-on.ts";

const servers: Server[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

async function passOnTo(respond: RequestListener) {
  const upstream = await serve(respond);
  const { method, headers } = { method: "GET", headers: {} };
  return serve((incoming, outgoing) => {
    const options = { port: upstream.port, method: incoming.method ?? method, headers };
    passOn(incoming, outgoing, request(options), () => undefined);
  });
}

async function send(port: number, method: string, body?: Buffer) {
  const sent = request({ port, method, agent });
  sent.end(body);
  const [answer] = await once(sent, "response");
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += part;
  return { status: answer.statusCode, text };
}

test("sends a short response in one write to the socket", async () => {
  const { server, port } = await passOnTo((_, response) => {
    response.write("[]");
    response.end();
  });
  const writes = vi.fn();
  server.on("connection", (socket: Socket) => {
    for (const name of ["_write", "_writev"] as const) {
      const write = socket[name]?.bind(socket) as (...given: unknown[]) => void;
      socket[name] = (...given: unknown[]) => {
        writes();
        write(...given);
      };
    }
  });
  expect(await send(port, "GET")).toEqual({ status: 200, text: "[]" });
  expect(writes).toHaveBeenCalledOnce();
});

test("forwards the start of a response before the response ends", async () => {
  const { port } = await passOnTo((_, response) => {
    response.write("start ");
    gate.then(() => response.end("end"));
  });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const sent = request({ port });
  sent.end();
  const [answer] = await once(sent, "response");
  let text = "";
  for await (const part of answer.setEncoding("utf8")) {
    text += part;
    open();
  }
  expect(text).toBe("start end");
});

test.each([
  ["GET", undefined, ""],
  ["POST", undefined, ""],
  ["POST", Buffer.from("two rows"), "two rows"],
])("forwards a %s request with the body %s", async (method, body, received) => {
  const { port } = await passOnTo(async (incoming, response) => {
    let text = "";
    for await (const part of incoming.setEncoding("utf8")) text += part;
    response.end(`${incoming.method} ${text}`);
  });
  expect((await send(port, method, body)).text).toBe(`${method} ${received}`);
});

async function sendText(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let received = "";
  for await (const part of socket.setEncoding("utf8")) received += part;
  return received;
}

test.each(["DELETE", "GET", "OPTIONS"])(
  "forwards the chunked body of a %s request as a body, not as a second request",
  async (method) => {
    const requests = vi.fn();
    const { port } = await passOnTo(async (incoming, response) => {
      requests(incoming.url);
      let text = "";
      for await (const part of incoming.setEncoding("utf8")) text += part;
      response.end(JSON.stringify(text));
    });
    const hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n";
    const received = await sendText(
      port,
      `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    );
    expect(received).toContain(JSON.stringify(hidden));
    expect(requests.mock.calls).toEqual([["/"]]);
  },
);

test("closes the request to the service if the client disconnected before the request was passed on", async () => {
  const upstream = await serve(() => undefined);
  const ended = new Promise<string>((resolve) => {
    const gateway = createServer(async (incoming, outgoing) => {
      await once(outgoing, "close");
      const sent = request({ port: upstream.port, method: "POST" });
      sent.on("close", () => resolve("closed"));
      await passOn(incoming, outgoing, sent, () => undefined);
    }).listen(0, "127.0.0.1");
    servers.push(gateway);
    gateway.on("listening", () => {
      const { port } = gateway.address() as AddressInfo;
      const client = request({ port, method: "POST", headers: { "content-length": 9 } });
      client.on("error", () => undefined);
      client.flushHeaders();
      gateway.on("request", () => client.destroy());
    });
  });
  expect(await ended).toBe("closed");
});

test("keeps the client's connection open when the service responds before it has read the whole body", async () => {
  const { server, port } = await passOnTo((incoming, response) => {
    if (incoming.method === "POST") response.writeHead(401);
    response.end();
  });
  const connections = vi.fn();
  server.on("connection", connections);
  // Larger than all buffers between the client and the server.
  expect((await send(port, "POST", Buffer.alloc(32 * 1024 * 1024))).status).toBe(401);
  expect((await send(port, "GET")).status).toBe(200);
  expect(connections).toHaveBeenCalledOnce();
});
