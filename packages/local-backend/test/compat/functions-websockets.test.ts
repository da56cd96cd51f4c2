import { once } from "node:events";
import { connect } from "node:net";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { createProject, type Project } from "./functions-project.ts";

const ECHO = (version: number) => `
  let opened = 0;
  let closed = [];
  Deno.serve((request) => {
    const url = new URL(request.url);
    if (url.searchParams.has("hang")) return new Promise(() => {});
    if (request.headers.get("upgrade") !== "websocket") {
      return Response.json({ version: ${version}, pid: Deno.pid, opened, closed, method: request.method });
    }
    if (url.searchParams.has("no")) {
      return new Response("not today", { status: 418, headers: { "x-reason": "tea" } });
    }
    const seen = JSON.stringify({
      path: url.pathname + url.search,
      host: url.host,
      authorization: request.headers.get("authorization"),
      forwarded: request.headers.get("x-forwarded-for"),
    });
    const { socket, response } = Deno.upgradeWebSocket(request, {
      protocol: request.headers.get("sec-websocket-protocol") ?? undefined,
    });
    socket.onopen = () => {
      opened += 1;
      socket.send(seen);
    };
    socket.onmessage = ({ data }) => {
      if (data === "close") socket.close(4001, "as asked");
      else if (data === "die") Deno.exit(1);
      else socket.send(data);
    };
    socket.onclose = ({ code, reason }) => closed.push(code + " " + reason);
    return response;
  });`;

const NODE = `
  import { createServer } from "node:http";
  import { createHash } from "node:crypto";
  const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  const server = createServer((_request, response) => response.end("plain"));
  server.on("upgrade", (request, socket) => {
    const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + GUID).digest("base64");
    socket.write("HTTP/1.1 101 Switching Protocols\\r\\nupgrade: websocket\\r\\nconnection: Upgrade\\r\\n" +
      "sec-websocket-accept: " + accept + "\\r\\n\\r\\n");
    const text = "from Node";
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
  });
  server.listen(8000);`;

let project: Project;
let backend: LocalBackend;
let client: SupabaseClient;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  project = createProject({
    "echo/index.ts": ECHO(1),
    "guarded/index.ts": ECHO(1),
    "hello/index.ts": "Deno.serve(() => new Response('hello'));",
    "mapped/index.ts": NODE,
    "throws/index.ts": "throw new Error('no key');",
  });
  backend = await startLocalBackend({
    dir: project.dir,
    memory: true,
    ports: { api: 0, db: 0 },
    log: () => undefined,
  });
  client = createClient(backend.urls.api, backend.keys.publishable);
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
  vi.restoreAllMocks();
});

afterAll(async () => {
  await backend?.stop();
  project?.remove();
});

const address = (path: string) => `${backend.urls.api.replace("http", "ws")}/functions/v1/${path}`;

async function open(path: string, options: ClientOptions = {}, protocols: string[] = []) {
  const socket = new WebSocket(address(path), protocols, options);
  sockets.push(socket);
  const messages: string[] = [];
  socket.on("message", (data) => messages.push(String(data)));
  await once(socket, "open");
  return { socket, messages, closed: once(socket, "close") };
}

function refusal(path: string, options: ClientOptions = {}) {
  const socket = new WebSocket(address(path), options);
  return new Promise<{ status?: number; headers: object; text: string }>((resolve, reject) => {
    socket.on("unexpected-response", async (_request, response) => {
      let text = "";
      for await (const part of response.setEncoding("utf8")) text += part;
      const { statusCode: status, headers } = response;
      resolve({ ...(status === undefined ? {} : { status }), headers, text });
    });
    socket.on("open", () => reject(new Error("the socket opened")));
    socket.on("error", reject);
  });
}

const state = async (name = "echo") => {
  const { data, error } = await client.functions.invoke(name);
  if (error) throw error;
  return data;
};

it("passes WebSocket messages between a client and a function in both directions", async () => {
  const { socket, messages } = await open("echo/room?id=1", { headers: { authorization: "own" } });
  await expect.poll(() => messages).toHaveLength(1);
  expect(JSON.parse(messages[0] ?? "")).toEqual({
    path: "/echo/room?id=1",
    host: new URL(backend.urls.api).host,
    authorization: "own",
    forwarded: "127.0.0.1",
  });
  const large = "x".repeat(1_000_000);
  socket.send("one");
  socket.send(large);
  await expect.poll(() => messages.slice(1)).toEqual(["one", large]);
});

it("a function receives a message that the client sends together with the WebSocket handshake", async () => {
  const { hostname, port } = new URL(backend.urls.api);
  const socket = connect(Number(port), hostname);
  const frame = Buffer.from([0x81, 0x85, 0, 0, 0, 0, ...Buffer.from("early")]);
  const handshake =
    "GET /functions/v1/echo HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n" +
    "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  socket.write(Buffer.concat([Buffer.from(handshake), frame]));
  await expect.poll(() => received).toMatch(/early$/);
  expect(received).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
  socket.destroy();
});

it("serves other requests to a function while the function has open WebSockets", async () => {
  await open("echo");
  expect((await client.functions.invoke("echo", { method: "GET" })).data).toMatchObject({
    method: "GET",
  });
  expect(await state()).toMatchObject({ method: "POST" });
});

it("passes the WebSocket subprotocol in both directions", async () => {
  const { socket } = await open("echo", {}, ["greeting"]);
  expect(socket.protocol).toBe("greeting");
});

it("passes the close code and reason of a function's WebSocket to the client", async () => {
  const { socket, closed } = await open("echo");
  socket.send("close");
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4001, "as asked"]);
});

it("notifies the function when the client closes its WebSocket or disconnects", async () => {
  const before = (await state()).closed.length;
  const first = await open("echo");
  first.socket.close(4002, "done");
  await expect.poll(async () => (await state()).closed.slice(before)).toContain("4002 done");
  const afterFirst = (await state()).closed.length;
  const second = await open("echo");
  second.socket.terminate();
  await expect.poll(async () => (await state()).closed.length).toBeGreaterThan(afterFirst);
});

it("closes the WebSocket if the function's process ends, and starts a new process on the next call", async () => {
  const { socket, closed } = await open("echo");
  const { pid } = await state();
  socket.send("die");
  expect((await closed)[0]).toBe(1006);
  // The backend may still use the old process until it notices the exit.
  const next = () =>
    state().then(
      (seen) => seen.pid,
      () => pid,
    );
  await expect.poll(next).not.toBe(pid);
  await open("echo");
});

it("connects a WebSocket to a function that runs a Node HTTP server", async () => {
  const { messages } = await open("mapped");
  await expect.poll(() => messages).toEqual(["from Node"]);
  expect((await client.functions.invoke("mapped")).data).toBe("plain");
});

it("requires a token or an API key in a header for a WebSocket to a function with verify_jwt", async () => {
  const { anon, publishable } = backend.keys;
  for (const query of ["", `?apikey=${publishable}`, `?apikey=${anon}`]) {
    const { status, text } = await refusal(`guarded${query}`);
    expect([status, text]).toEqual([401, '{"msg":"Missing authorization header"}']);
  }
  const wrong = await refusal("guarded", { headers: { authorization: "Bearer a.b.c" } });
  expect([wrong.status, wrong.text]).toEqual([401, '{"msg":"Invalid JWT"}']);
  for (const headers of [{ authorization: `Bearer ${anon}` }, { apikey: publishable }]) {
    const { messages } = await open("guarded", { headers });
    await expect.poll(() => messages).toHaveLength(1);
    expect(JSON.parse(messages[0] ?? "").authorization).toBe(`Bearer ${anon}`);
  }
});

it("passes an API key in the query of a WebSocket to the function, but does not authenticate the call with the key", async () => {
  const { messages } = await open("echo?apikey=nonsense&jwt=a.b.c");
  await expect.poll(() => messages).toHaveLength(1);
  expect(JSON.parse(messages[0] ?? "")).toMatchObject({
    path: "/echo?apikey=nonsense&jwt=a.b.c",
    authorization: null,
  });
});

it("returns 404 for a WebSocket to an unknown function, and 503 for a WebSocket to a function that does not start", async () => {
  expect((await refusal("nobody")).status).toBe(404);
  const failed = await refusal("throws");
  expect([failed.status, JSON.parse(failed.text).code]).toEqual([503, "BOOT_ERROR"]);
});

it("refuses a WebSocket to a function from a page that another machine serves", async () => {
  expect((await refusal("echo", { origin: "https://evil.example" })).status).toBe(403);
  await open("echo", { origin: "http://localhost:3000" });
});

it("passes on the response of a function that refuses a WebSocket", async () => {
  const { status, headers, text } = await refusal("echo?no");
  expect([status, text]).toEqual([418, "not today"]);
  expect(headers).toMatchObject({ "x-reason": "tea", connection: "close" });
});

it("closes a function's WebSocket after 150 seconds, and then stops the old process of an edited function", async () => {
  const before = await state("guarded");
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
  const { socket, messages, closed } = await open("guarded", {
    headers: { apikey: backend.keys.publishable },
  });
  expect(timeout.mock.calls).toEqual([[150_000]]);
  project.write("guarded/index.ts", ECHO(2));
  expect((await state("guarded")).version).toBe(2);
  socket.send("still here");
  await expect.poll(() => messages.at(-1)).toBe("still here");
  limit.abort();
  expect((await closed)[0]).toBe(1006);
  const isRunning = () => {
    try {
      return process.kill(before.pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(false);
});

it("returns WORKER_LIMIT if a function neither accepts nor refuses a WebSocket within the time limit", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
  const waiting = refusal("echo?hang");
  await expect.poll(() => timeout.mock.calls).toHaveLength(1);
  limit.abort();
  const { status, text } = await waiting;
  expect([status, JSON.parse(text).code]).toEqual([546, "WORKER_LIMIT"]);
  await open("echo");
});

it("serves other calls while a client keeps many silent WebSockets open", async () => {
  const before = (await state()).opened;
  const silent = Array.from({ length: 200 }, () => open("echo"));
  await Promise.all(silent);
  await expect.poll(async () => (await state()).opened).toBeGreaterThanOrEqual(before + 200);
  expect((await client.functions.invoke("hello")).data).toBe("hello");
});

it("the backend stops without waiting for open WebSockets", async () => {
  const own = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  const socket = new WebSocket(`${own.urls.api.replace("http", "ws")}/functions/v1/echo`);
  sockets.push(socket);
  await once(socket, "open");
  const closed = once(socket, "close");
  await own.stop();
  expect((await closed)[0]).toBe(1006);
});
