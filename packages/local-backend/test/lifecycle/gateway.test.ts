import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { decodeProtectedHeader } from "jose";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { LocalBackend } from "../../src/lifecycle/local-backend.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
let backend: LocalBackend;

beforeAll(async () => {
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
});
afterEach(() => backend.faults.clear());
afterAll(async () => {
  await backend.stop();
  project.remove();
});

const call = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${backend.urls.api}${path}`, { method, headers });
const anon = () => ({ apikey: backend.keys.publishable });

/** Uses `node:http`, because `fetch` ignores the header `host`. */
function callWithHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${backend.urls.api}/auth/v1/settings`, { headers: { host, ...anon() } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("refuses a foreign host name and accepts the names of this machine", async () => {
  expect(await callWithHost("evil.example")).toBe(403);
  expect(await callWithHost("127.0.0.1.evil.example:54321")).toBe(403);
  for (const host of ["127.0.0.1:1", "localhost", "[::1]:3", "app.localhost"]) {
    expect(await callWithHost(host)).toBe(200);
  }
});

test("returns a keep-alive header with a timeout of 75 seconds", async () => {
  expect((await call("/health")).headers.get("keep-alive")).toBe("timeout=75");
});

test.each([
  ["to a path that has no WebSockets", "/auth/v1/settings"],
  ["to an unknown function", "/functions/v1/unknown"],
])(
  "closes the connection of a refused WebSocket %s, even if the client keeps its side open",
  async (_, path) => {
    const { hostname, port } = new URL(backend.urls.api);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const lines = [
      `GET ${path} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `apikey: ${backend.keys.publishable}`,
      "connection: Upgrade",
      "upgrade: websocket",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    await once(socket, "end");
    expect(text).toMatch(/^HTTP\/1.1 404 /);
    // After the gateway has closed the socket, the system answers further bytes with a reset.
    let code: string | undefined;
    socket.on("error", (error: NodeJS.ErrnoException) => {
      code = error.code;
    });
    await expect
      .poll(() => {
        if (code === undefined) socket.write("more");
        return code;
      })
      .toMatch(/ECONNRESET|EPIPE/);
  },
);

test("responds over HTTP/1.1 to a request that offers an upgrade to HTTP/2", async () => {
  const headers = { ...anon(), connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" };
  const sent = request(`${backend.urls.api}/rest/v1/notes`, { method: "POST", headers });
  const [answer] = await once(sent.end('{"body":"x"}'), "response");
  expect(answer.statusCode).toBe(401);
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += part;
  expect(JSON.parse(text)).toMatchObject({ code: "42501" });
});

test("lets pages served from this machine read responses, and sends other pages no CORS header", async () => {
  const local = await call("/rest/v1/notes", { ...anon(), origin: "http://localhost:3000" });
  expect(local.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
  const exposed = local.headers.get("access-control-expose-headers")?.split(", ");
  expect(exposed).toEqual(
    expect.arrayContaining([
      ...["content-range", "location", "link", "etag", "x-total-count", "retry-after"],
      ...["x-supabase-api-version", "x-sb-error-code", "x-relay-error", "sb-request-id"],
      ...["upload-offset", "upload-length", "upload-metadata", "upload-expires"],
      ...["tus-resumable", "tus-version", "tus-extension", "tus-max-size"],
    ]),
  );
  const foreign = await call("/rest/v1/notes", { ...anon(), origin: "https://evil.example" });
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
});

test("allows the requested headers in the response to a preflight from a page served from this machine", async () => {
  const asked = {
    origin: "http://127.0.0.1:3000",
    "access-control-request-method": "POST",
    "access-control-request-headers": "apikey, traceparent",
  };
  const answer = await call("/rest/v1/notes", asked, "OPTIONS");
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-headers")).toBe("apikey, traceparent");
  const foreign = await call(
    "/rest/v1/notes",
    { ...asked, origin: "http://evil.example" },
    "OPTIONS",
  );
  expect(foreign.headers.get("access-control-allow-headers")).toBeNull();
});

test("lets the mailbox page and clients without an Origin header call the mailbox, but refuses other origins", async () => {
  expect((await call("/mailbox/messages")).status).toBe(200);
  expect((await call("/mailbox/messages", { origin: backend.urls.api })).status).toBe(200);
  const other = await call("/mailbox/messages", { origin: "http://127.0.0.1:3000" });
  expect(other.status).toBe(403);
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("returns 401 with message and hint for a missing or unknown key, and 404 for an unknown path", async () => {
  for (const headers of [{}, { apikey: "nonsense" }]) {
    const answer = await call("/rest/v1/notes", headers);
    expect(answer.status).toBe(401);
    expect(Object.keys((await answer.json()) as object)).toEqual(["message", "hint"]);
  }
  expect((await call("/graphql/v1", anon())).status).toBe(404);
});

test("runs a request with the role of its bearer token, or with the role of its API key if it has no token", async () => {
  expect((await call("/rest/v1/notes", anon())).status).toBe(401);
  const asService = await call("/rest/v1/notes", { apikey: backend.keys.secret });
  expect(await asService.json()).toHaveLength(1);
  const asAnon = await call("/rest/v1/notes", {
    apikey: backend.keys.secret,
    authorization: `Bearer ${backend.keys.anon}`,
  });
  expect(asAnon.status).toBe(401);
});

test("applies a fault (a status, a delay or a drop) to the given number of requests", async () => {
  const path = "/auth/v1/settings";
  backend.faults.add({ path, status: 503, times: 2 });
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await call(path, anon())).status);
  expect(statuses).toEqual([503, 503, 200]);
  backend.faults.add({ path, method: "POST", status: 500 });
  expect((await call(path, anon())).status).toBe(200);
  backend.faults.add({ path: /settings\?x=1$/, drop: true });
  await expect(call(`${path}?x=1`, anon())).rejects.toThrow();
  backend.faults.add({ path: `${path}?slow`, delayMs: 300 });
  const before = performance.now();
  expect((await call(`${path}?slow`, anon())).status).toBe(200);
  // A timer of Node may fire up to one millisecond early.
  expect(performance.now() - before).toBeGreaterThan(299);
  const disarm = backend.faults.add({ path, status: 500 });
  disarm();
  expect((await call(path, anon())).status).toBe(200);
});

test("refuses to reset the backend over HTTP without the secret key", async () => {
  expect((await call("/local-backend/reset", anon(), "POST")).status).toBe(403);
});

test("refuses a WebSocket without a key, and a WebSocket from a page of another site", async () => {
  const open = (query: string, origin?: string) =>
    new Promise<number>((resolve, reject) => {
      const url = `${backend.urls.api.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0${query}`;
      const socket = new WebSocket(url, origin === undefined ? {} : { origin });
      socket.on("open", () => {
        socket.terminate();
        resolve(101);
      });
      socket.on("unexpected-response", (_, answer) => resolve(answer.statusCode ?? 0));
      socket.on("error", reject);
    });
  const key = `&apikey=${backend.keys.publishable}`;
  expect(await open("")).toBe(401);
  expect(await open(key)).toBe(101);
  expect(await open(key, "http://localhost:3000")).toBe(101);
  expect(await open(key, "https://evil.example")).toBe(403);
});

test("REST and Auth accept a new signing key as soon as it signs tokens, and still accept the old key", async () => {
  const person = { email: "person@example.test", password: "correct horse battery" };
  const post = async (path: string, apikey: string, body: object) => {
    const headers = { apikey, "content-type": "application/json" };
    const answer = await fetch(`${backend.urls.api}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { access_token: string };
  };
  const { secret, publishable } = backend.keys;
  await post("/auth/v1/admin/users", secret, { ...person, email_confirm: true });
  const signIn = () => post("/auth/v1/token?grant_type=password", publishable, person);

  const before = (await signIn()).access_token;
  const { kid } = await backend.rotateSigningKey();
  const after = (await signIn()).access_token;
  expect(decodeProtectedHeader(before).kid).not.toBe(kid);
  expect(decodeProtectedHeader(after).kid).toBe(kid);
  for (const token of [before, after]) {
    const headers = { ...anon(), authorization: `Bearer ${token}` };
    expect((await call("/rest/v1/notes", headers)).status).toBe(200);
    expect((await call("/auth/v1/user", headers)).status).toBe(200);
  }
  const answer = await call("/auth/v1/.well-known/jwks.json");
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  expect(keys.map((key) => key.kid)).toContain(kid);
});
