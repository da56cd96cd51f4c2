import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, FunctionsRelayError, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalBackend, startLocalBackend } from "../../src/index.ts";
import { findFreePort } from "../../src/supervisor/ports.ts";
import { HOSTILE } from "./functions-hostile.ts";
import { createProject, type Project } from "./functions-project.ts";
import { hasProc, openSockets, workerPid } from "./sockets.ts";

/** Listens in the same way as `serve` of https://deno.land/std@0.168.0/http/server.ts. */
const STD = (address: string) => `
  const listener = Deno.listen(${address});
  const answer = async (connection) => {
    for await (const event of Deno.serveHttp(connection)) {
      const { name } = await event.request.json();
      event.respondWith(Response.json({ text: "Hello " + name })).catch(() => {});
    }
  };
  (async () => {
    for await (const connection of listener) answer(connection).catch(() => {});
  })();`;

const GREETS = "async (request) => Response.json({ text: 'Hello ' + (await request.json()).name })";

const NODE_GREETS = `async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { name } = JSON.parse(Buffer.concat(chunks).toString());
  response.setHeader("content-type", "application/json").end(JSON.stringify({ text: "Hello " + name }));
}`;

const NODE = (listen: string) => `
  import { Buffer } from "node:buffer";
  import { createServer } from "node:http";
  createServer(${NODE_GREETS}).listen(${listen});`;

/**
 * An HTTP server on a plain socket. The server assumes that the whole request arrives in one chunk.
 */
const NODE_NET = (port: number) => `
  import { createServer } from "node:net";
  createServer((socket) => {
    socket.once("data", () => {
      const text = JSON.stringify({ text: "Hello Ada" });
      socket.end("HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: " +
        text.length + "\\r\\nconnection: close\\r\\n\\r\\n" + text);
    });
  }).listen({ port: ${port}, host: "0.0.0.0" });`;

const PERMISSIONS = `
  const stateOf = async (host) => (await Deno.permissions.query({ name: "net", host })).state;
  Deno.serve(async () => Response.json({
    "0.0.0.0": await stateOf("0.0.0.0"),
    "[::]": await stateOf("[::]"),
    "127.0.0.1": await stateOf("127.0.0.1"),
    "example.com": await stateOf("example.com"),
  }));`;

let project: Project;
let backend: LocalBackend;
let client: SupabaseClient;
let elsewhere: number;

const serving = (port: number): Record<string, string> => ({
  "std-port": STD(`{ port: ${port} }`),
  "std-host": STD(`{ hostname: "0.0.0.0", port: ${port}, reusePort: false }`),
  "std-loopback": STD(`{ hostname: "127.0.0.1", port: ${port}, transport: "tcp" }`),
  "serve-bare": `Deno.serve(${GREETS});`,
  "serve-port": `Deno.serve({ port: ${port}, hostname: "0.0.0.0", onListen() {} }, ${GREETS});`,
  "serve-handler": `Deno.serve({ port: ${port}, handler: ${GREETS} });`,
  "serve-path": `Deno.serve({ path: "/tmp/own.sock", signal: new AbortController().signal }, ${GREETS});`,
  "serve-address": `
    Deno.env.set("DENO_SERVE_ADDRESS", "duplicate,tcp:127.0.0.1:${port}");
    Deno.serve(${GREETS});`,
  "node-port": NODE(`${port}`),
  "node-host": NODE(`${port}, "0.0.0.0", 511, () => {}`),
  "node-path": NODE('"/tmp/own.sock"'),
  "node-address": `
    import process from "node:process";
    process.env.DENO_SERVE_ADDRESS = "duplicate,tcp:127.0.0.1:${port}";
    ${NODE(`${port}, "0.0.0.0"`)}`,
  "node-net": NODE_NET(port),
});

const refused = (port: number): Record<string, [text: string, words: RegExp]> => ({
  "twice-deno": [
    `Deno.serve(${GREETS}); Deno.serve({ port: ${port} }, ${GREETS});`,
    /NotSupported: .*listen only once.*one handler/,
  ],
  "twice-listen": [
    `Deno.listen({ port: ${port} }); Deno.listen({ port: ${port} });`,
    /NotSupported: .*listen only once.*one handler/,
  ],
  "twice-node": [
    `import { createServer } from "node:http";
     createServer().listen(${port}, () => createServer().listen(${port} + 1));`,
    /NotSupported: .*listen only once.*one handler/,
  ],
  tls: [
    `Deno.listenTls({ port: ${port}, cert: "", key: "" });`,
    /NotSupported: Deno\.listenTls .*Deno\.serve/,
  ],
  udp: [
    `import { createSocket } from "node:dgram"; createSocket("udp4").bind(${port});`,
    /NotSupported: node:dgram .*Deno\.serve/,
  ],
  worker: [
    'new Worker("data:text/javascript,", { type: "module" });',
    /NotSupported: Worker .*hosted/,
  ],
  "node-worker": [
    'import { Worker } from "node:worker_threads"; new Worker(new URL("data:text/javascript,"));',
    /NotSupported: Worker .*hosted/,
  ],
});

beforeAll(async () => {
  elsewhere = await findFreePort();
  const sources = Object.entries({
    ...serving(elsewhere),
    ...Object.fromEntries(Object.entries(refused(elsewhere)).map(([name, [text]]) => [name, text])),
    hostile: HOSTILE(elsewhere),
    quic: HOSTILE(elsewhere),
    permissions: PERMISSIONS,
    debugged: `Deno.serve(${GREETS});`,
    exported: `Deno.env.set("DENO_SERVE_ADDRESS", "tcp:127.0.0.1:${elsewhere}");
      export default { fetch: ${GREETS} };`,
  }).map(([name, text]) => [`${name}/index.ts`, text]);
  project = createProject({
    ...Object.fromEntries(sources),
    "quic/deno.json": '{ "unstable": ["net", "worker-options", "vsock"] }',
  });
  backend = await startLocalBackend({ dir: project.dir, memory: true, ports: { api: 0, db: 0 } });
  client = createClient(backend.urls.api, backend.keys.publishable);
});

afterAll(async () => {
  await backend?.stop();
  project?.remove();
});

const LOOPBACK_ONLY = [expect.stringMatching(/^tcp 127\.0\.0\.1:\d+$/)];

describe.runIf(hasProc)("the function runner", () => {
  it.each(Object.keys(serving(0)))(
    "serves the function %s only on the function's own loopback port",
    async (name) => {
      const { data, error } = await client.functions.invoke(name, { body: { name: "Ada" } });
      expect(error).toBeNull();
      expect(data).toEqual({ text: "Hello Ada" });
      const sockets = openSockets(workerPid(backend, name));
      expect(sockets).toEqual(LOOPBACK_ONLY);
      expect(sockets).not.toEqual([`tcp 127.0.0.1:${elsewhere}`]);
    },
  );

  it.each(["hostile", "quic"])(
    "opens no additional socket for the function %s, which tries every known way to listen",
    async (name) => {
      const { data, error } = await client.functions.invoke(name);
      expect(error).toBeNull();
      const sockets = openSockets(workerPid(backend, name));
      expect(sockets, JSON.stringify(data, null, 1)).toEqual(LOOPBACK_ONLY);
      expect(sockets).not.toEqual([`tcp 127.0.0.1:${elsewhere}`]);
      const opened = Object.entries(data).filter(([, answer]) => answer === "open");
      expect(opened).toEqual([]);
    },
  );
});

it.each(Object.entries(refused(0)))(
  "refuses the forbidden call of the function %s and logs the reason",
  async (name, [, words]) => {
    const { error } = await client.functions.invoke(name);
    expect(error).toBeInstanceOf(FunctionsRelayError);
    const log = join(backend.dataDir, "functions", "functions", `${name}.log`);
    await expect.poll(() => readFileSync(log, "utf8")).toMatch(words);
  },
);

it("denies a function network access to 0.0.0.0 and [::], and grants access to other addresses", async () => {
  const { data } = await client.functions.invoke("permissions");
  expect(data).toEqual({
    "0.0.0.0": "denied",
    "[::]": "denied",
    "127.0.0.1": "granted",
    "example.com": "granted",
  });
});

it.runIf(hasProc)("opens no debugger if functions/.env requests one", async () => {
  project.write(".env", `NODE_OPTIONS=--inspect=0.0.0.0:${elsewhere}`);
  const { error } = await client.functions.invoke("debugged", { body: { name: "Ada" } });
  expect(error).toBeNull();
  expect(openSockets(workerPid(backend, "debugged"))).toEqual(LOOPBACK_ONLY);
});

it.runIf(hasProc)(
  "serves an exported handler only at the function's own address, even if functions/.env sets DENO_AUTO_SERVE",
  async () => {
    project.write(".env", "DENO_AUTO_SERVE=1");
    const { error } = await client.functions.invoke("exported", { body: { name: "Ada" } });
    expect(error).toBeNull();
    const sockets = openSockets(workerPid(backend, "exported"));
    expect(sockets).toEqual(LOOPBACK_ONLY);
    expect(sockets).not.toEqual([`tcp 127.0.0.1:${elsewhere}`]);
  },
);
