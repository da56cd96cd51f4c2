import { once } from "node:events";
import { Agent, createServer, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { openNode, toNodeHandler } from "./index.js";

let memory: MemoryBackend;
let sessions: SessionServer;
let jar: MemoryJar;
let server: Server;
let origin: string;
let app: Parameters<typeof createServer>[1];

beforeEach(async () => {
  memory = createMemoryBackend();
  sessions = createSessionServer(memory.backend);
  jar = memory.createJar();
  const auth = toNodeHandler(sessions);
  app = async (incoming, outgoing) => {
    if (incoming.url?.startsWith("/auth/")) return auth(incoming, outgoing);
    const { scope, finish } = openNode(sessions, incoming, outgoing);
    if (incoming.url === "/sign-in") {
      await scope.auth.signInWithPassword(JSON.parse(await text(incoming)));
    }
    const { status } = await scope.session();
    finish();
    outgoing.end(status);
  };
  server = createServer((incoming, outgoing) => void app?.(incoming, outgoing as never));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie: jar.header(), ...init.headers };
  return jar.take(await fetch(origin + path, { redirect: "manual", ...init, headers }));
}

async function signIn(): Promise<void> {
  memory.auth.createUser({ email: "ada@a.test", password: "correct horse" });
  const body = JSON.stringify({ email: "ada@a.test", password: "correct horse" });
  expect(await (await ask("/sign-in", { method: "POST", body })).text()).toBe("authenticated");
}

async function raw(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("a node:http program with the session handler", () => {
  it("signs in, reads the session and signs out", async () => {
    expect(await (await ask("/")).text()).toBe("unauthenticated");
    await signIn();
    const page = await ask("/");
    expect([await page.text(), page.headers.get("cache-control")]).toEqual([
      "authenticated",
      "private, no-store",
    ]);
    const read = await ask("/auth/session", { headers: { "x-backend-client": "1" } });
    expect(await read.json()).toMatchObject({ status: "authenticated" });
    const out = await ask("/auth/sign-out", { method: "POST", headers: { origin } });
    expect(await out.json()).toEqual({ status: "unauthenticated" });
    expect(await (await ask("/")).text()).toBe("unauthenticated");
  });

  it("reads a form post and responds with a redirect", async () => {
    await signIn();
    const body = new URLSearchParams({ next: "/bye", scope: "local" });
    const response = await ask("/auth/sign-out", { method: "POST", body, headers: { origin } });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/bye"]);
  });

  it("responds with 413 to a sign-out with a body over 64 kB, and keeps the session", async () => {
    await signIn();
    const body = JSON.stringify({ scope: "x".repeat(70_000) });
    const headers = { origin, "content-type": "application/json" };
    const response = await ask("/auth/sign-out", { method: "POST", body, headers });
    expect(response.status).toBe(413);
    expect(await (await ask("/")).text()).toBe("authenticated");
  });

  it("serves several requests on one connection", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    try {
      for (const [method, path] of [
        ["GET", "/auth/confirm"],
        ["POST", "/auth/sign-out"],
        ["GET", "/"],
        ["POST", "/auth/sign-out"],
      ]) {
        const headers = { origin, "content-type": "application/json" };
        const outgoing = send(origin + path, { method, agent, headers });
        outgoing.on("socket", (socket) => sockets.add(socket));
        outgoing.end(method === "POST" ? "{}" : undefined);
        const [incoming] = await once(outgoing, "response");
        await text(incoming);
      }
      expect(sockets.size).toBe(1);
    } finally {
      agent.destroy();
    }
  });

  it.each(["OPTIONS *", "GET //", "GET http://a:b@[", "GET /%", "GET http://x:99999/", "TRACE /"])(
    "responds with 200 to the unusual request line %s",
    async (start) => {
      const answer = await raw(`${start} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 .*unauthenticated/s);
    },
  );

  it.each(["a b", "evil.test/path", "", "[", "x:99999"])(
    "ignores the invalid Host header %j",
    async (host) => {
      const answer = await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer).toContain("unauthenticated");
    },
  );
});

describe("toNodeHandler", () => {
  it("reads the full path when Express has stripped the mount path", async () => {
    const handler = toNodeHandler(sessions);
    app = (incoming, outgoing) => {
      const whole = incoming.url ?? "";
      Object.assign(incoming, { originalUrl: whole, url: whole.replace("/auth", "") });
      return handler(incoming, outgoing);
    };
    const response = await ask("/auth/session", { headers: { "x-backend-client": "1" } });
    expect(await response.json()).toEqual({ status: "unauthenticated" });
  });

  it("responds with 500 and names the correct mount order when a body parser has set `body`", async () => {
    const handler = toNodeHandler(sessions);
    app = async (incoming, outgoing) => {
      Object.assign(incoming, { body: JSON.parse(await text(incoming)) });
      await handler(incoming, outgoing);
    };
    const response = await ask("/auth/sign-out", { method: "POST", body: "{}" });
    expect([response.status, await response.text()]).toEqual([
      500,
      "Mount the session handler before your body parser.",
    ]);
  });

  it("responds with 500 and names the correct mount order when the program has read the body", async () => {
    const handler = toNodeHandler(sessions);
    app = async (incoming, outgoing) => {
      await text(incoming);
      await handler(incoming, outgoing);
    };
    const init = { method: "POST", headers: { origin } };
    const response = await ask("/auth/sign-out", { ...init, body: '{"scope":"local"}' });
    expect([response.status, await response.text()]).toEqual([
      500,
      "Mount the session handler before your body parser.",
    ]);
    expect((await ask("/auth/sign-out", init)).status).toBe(200);
  });

  it("passes errors to next(), or responds with 500 when there is no next()", async () => {
    const bug = new Error("a bug");
    const broken = toNodeHandler({
      handle: () => Promise.reject(bug),
    });
    const next = vi.fn();
    app = (incoming, outgoing) => {
      if (incoming.url === "/next")
        void broken(incoming, outgoing, next).then(() => outgoing.end());
      else void broken(incoming, outgoing);
    };
    await ask("/next");
    expect(next).toHaveBeenCalledWith(bug);
    const logged = vi.spyOn(console, "error").mockReturnValue();
    expect((await ask("/")).status).toBe(500);
    expect(logged).toHaveBeenCalledWith(bug);
    logged.mockRestore();
  });

  it("aborts the request's signal when the client disconnects during a streamed response", async () => {
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const streaming = toNodeHandler({
      handle: async ({ signal }) => {
        signal.addEventListener("abort", () => leave());
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
        });
        return new Response(body);
      },
    });
    app = (incoming, outgoing) => void streaming(incoming, outgoing);
    const controller = new AbortController();
    const response = await fetch(origin, { signal: controller.signal });
    const part = await response.body?.getReader().read();
    expect(new TextDecoder().decode(part?.value)).toBe("first");
    controller.abort();
    await left;
  });

  it("sends each cookie in its own Set-Cookie header", async () => {
    const handler = toNodeHandler({
      handle: async () => {
        const headers = new Headers([
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"],
        ]);
        return new Response(null, { status: 204, headers });
      },
    });
    app = (incoming, outgoing) => void handler(incoming, outgoing);
    const response = await fetch(origin);
    expect([response.status, response.headers.getSetCookie()]).toEqual([
      204,
      ["a=1", "b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT"],
    ]);
  });

  it("passes the socket's address to the session server", async () => {
    const seen: (string | undefined)[] = [];
    const handler = toNodeHandler({
      handle: async (_request, options) => {
        seen.push(options?.socketAddress);
        return new Response();
      },
    });
    app = (incoming, outgoing) => void handler(incoming, outgoing);
    await fetch(origin);
    expect(seen).toEqual(["127.0.0.1"]);
  });
});

describe("finish() of openNode", () => {
  it("keeps the app's headers and cookies, but replaces the app's cache headers", async () => {
    await signIn();
    app = async (incoming, outgoing) => {
      outgoing.setHeader("x-app", "yes");
      outgoing.setHeader("set-cookie", "theme=dark");
      outgoing.setHeader("cache-control", "public, max-age=60");
      outgoing.setHeader("cdn-cache-control", "max-age=60");
      const { scope, finish } = openNode(sessions, incoming, outgoing);
      await scope.refresh();
      finish();
      outgoing.end();
    };
    const { headers } = await ask("/");
    expect(headers.get("x-app")).toBe("yes");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("cdn-cache-control")).toBeNull();
    const names = headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
    expect(names).toEqual(expect.arrayContaining(["theme", "sb-session"]));
  });

  it("throws when the response was already sent", async () => {
    let thrown: unknown;
    app = (incoming, outgoing) => {
      const { finish } = openNode(sessions, incoming, outgoing);
      outgoing.end("sent");
      try {
        finish();
      } catch (error) {
        thrown = error;
      }
    };
    await ask("/");
    expect(thrown).toMatchObject({
      message: "finish() has to run before the response is sent.",
    });
  });
});
