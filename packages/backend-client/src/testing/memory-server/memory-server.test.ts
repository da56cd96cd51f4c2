import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { defineBackend } from "../../config/define-backend.js";
import { createSessionServer } from "../../server/session-server.js";
import { createMemoryServer, type MemoryServer, type MemoryServerOptions } from "../index.js";
import { createMemoryJar } from "../memory-jar.js";
import { listen as listenNowhere } from "./nowhere.js";

const PROGRAM = fileURLToPath(
  new URL("../../../test/support/supabase-process.mjs", import.meta.url),
);
const OLIVIA = { email: "olivia@example.test", password: "correct horse" };

let open: MemoryServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  open = [];
});

async function start(options?: MemoryServerOptions): Promise<MemoryServer> {
  const server = await createMemoryServer(options);
  open.push(server);
  return server;
}

describe("a memory server", () => {
  it("serves plain supabase-js in another process", async () => {
    const server = await start({ rest: ({ claims }) => Response.json([{ id: claims?.email }]) });
    server.auth.createUser(OLIVIA);
    const { email, password } = OLIVIA;
    const args = [PROGRAM, server.url, server.anonKey, email, password];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      expect(await lines.next()).toEqual({ value: "sent", done: false });
      child.stdin.write(`${server.mailbox.last(email)?.code}\n`);
      expect(JSON.parse(String((await lines.next()).value))).toEqual({
        wrong: "invalid_credentials",
        claims: email,
        rows: [{ id: email }],
        isRefreshed: true,
        user: email,
        ended: "AuthSessionMissingError",
        verified: email,
      });
    } finally {
      child.kill();
    }
  });

  it("listens on the given port, and fails if the port is in use", async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await open.pop()?.close();
    expect((await start({ port })).url).toBe(url);
  });

  it("starts its clock at the system time, and a test can move the clock ahead", async () => {
    const server = await start();
    server.auth.createUser(OLIVIA);
    const before = Date.now();
    expect(server.clock.now()).toBeGreaterThanOrEqual(before);
    expect(server.clock.now()).toBeLessThan(before + 600_000);
    const { access_token } = await server.auth.signIn();
    const look = async () => {
      const headers = { apikey: server.anonKey, authorization: `Bearer ${access_token}` };
      return (await fetch(`${server.url}/auth/v1/user`, { headers })).status;
    };
    expect(await look()).toBe(200);
    server.clock.skip(3_700_000);
    expect(server.clock.now()).toBeGreaterThanOrEqual(before + 3_700_000);
    expect(await look()).toBe(403);
  });

  it("serves the SDK over HTTP, and without HTTP through `server.backend`", async () => {
    const server = await start();
    server.auth.createUser(OLIVIA);
    const { url, anonKey } = server;
    for (const backend of [defineBackend({ url, anonKey }), server.backend]) {
      const scope = createSessionServer(backend).open(createMemoryJar().request("/"));
      expect((await scope.auth.signInWithPassword(OLIVIA)).error).toBeNull();
      expect(await scope.requireSession()).toMatchObject({ claims: { email: OLIVIA.email } });
    }
  });

  it("sends CORS headers to pages of any site", async () => {
    const { url } = await start({ rest: () => Response.json([]) });
    const preflight = await fetch(`${url}/rest/v1/requests`, {
      method: "OPTIONS",
      headers: { "access-control-request-headers": "apikey, authorization" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("apikey, authorization");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    const rows = await fetch(`${url}/rest/v1/requests`);
    expect(rows.headers.get("access-control-allow-origin")).toBe("*");
    expect(await rows.json()).toEqual([]);
  });

  it("responds at localhost too, and passes query and body to the handler", async () => {
    const seen: unknown[] = [];
    const { url, anonKey } = await start({
      async functions({ request, path, query }) {
        seen.push([request.method, path, query.get("x"), await request.text()]);
        return new Response("done", { status: 201 });
      },
    });
    const other = url.replace("127.0.0.1", "localhost");
    const response = await fetch(`${other}/functions/v1/send?x=1`, {
      method: "POST",
      headers: { apikey: anonKey },
      body: "hello",
    });
    expect([response.status, await response.text()]).toEqual([201, "done"]);
    expect(seen).toEqual([["POST", "/send", "1", "hello"]]);
  });

  it("can drop connections, or leave them open without a response until the server closes", async () => {
    const server = await start();
    server.faults.add({ path: "/auth/v1/health", drop: true });
    await expect(fetch(`${server.url}/auth/v1/health`)).rejects.toThrow("fetch failed");
    expect((await fetch(`${server.url}/auth/v1/health`)).status).toBe(200);
    server.faults.add({ path: "/auth/v1/health", hang: true });
    const waiting = fetch(`${server.url}/auth/v1/health`);
    const refused = expect(waiting).rejects.toThrow("fetch failed");
    await expect.poll(() => server.count("/auth/v1/health")).toBe(3);
    await server.close();
    open = [];
    await refused;
    await expect(fetch(`${server.url}/auth/v1/health`)).rejects.toThrow("fetch failed");
  });

  it("cannot be created in a browser", async () => {
    await expect(listenNowhere(() => fetch, 0)).rejects.toThrow("cannot listen on a port");
  });
});
