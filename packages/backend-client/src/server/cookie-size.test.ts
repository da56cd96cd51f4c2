import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { CHUNK_CHARACTERS, MAX_CHUNKS } from "../config/constants.js";
import {
  createMemoryBackend,
  createMemoryJar,
  type MemoryBackend,
  type MemoryJar,
} from "../testing/index.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

const ORIGIN = "https://app.example.com";

let memory: MemoryBackend;
let sessions: SessionServer;
let box: MemoryJar;

beforeEach(() => {
  memory = createMemoryBackend();
  sessions = createSessionServer(memory.backend);
  box = createMemoryJar({ origin: ORIGIN });
});

async function signIn(padding: number) {
  const email = `user-${padding}@b.test`;
  const userMetadata = { padding: "x".repeat(padding) };
  memory.auth.createUser({ email, password: "correct", userMetadata });
  const scope = sessions.open(box.request("/"));
  const { error } = await scope.auth.signInWithPassword({ email, password: "correct" });
  box.take(scope.apply(new Response()));
  return error;
}

const sizes = () =>
  [...box.cookies].flatMap(([name, value]) => (name.includes("session") ? value.length : []));

async function findLargest(): Promise<number> {
  let [fits, fails] = [0, 10_000];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    box = createMemoryJar({ origin: ORIGIN });
    if ((await signIn(middle)) === null) fits = middle;
    else fails = middle;
  }
  return fits;
}

async function statusAtNode(cookie: string): Promise<number | undefined> {
  const server = createServer((_incoming, answer) => answer.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = { cookie, "user-agent": "x".repeat(200), referer: "x".repeat(2000) };
  const sent = request({ host: "127.0.0.1", port, headers });
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  server.closeAllConnections();
  server.close();
  return response.statusCode;
}

describe("a session in several cookies", () => {
  it("may fill two cookies, which Node's own server accepts in one request", async () => {
    const largest = await findLargest();
    box = createMemoryJar({ origin: ORIGIN });
    expect(await signIn(largest)).toBeNull();
    expect(sizes()).toHaveLength(MAX_CHUNKS);
    for (const size of sizes()) {
      expect(size).toBeLessThanOrEqual(CHUNK_CHARACTERS);
      expect(size).toBeGreaterThan(CHUNK_CHARACTERS - 10);
    }
    expect(await statusAtNode(box.header())).toBe(200);
    const read = await sessions.open(box.request("/"), { isReadOnly: true }).session();
    expect(read).toMatchObject({ claims: { email: `user-${largest}@b.test` } });
  });

  it("is signed out instead of stored if it needs more than two cookies", async () => {
    const largest = await findLargest();
    box = createMemoryJar({ origin: ORIGIN });
    await signIn(0);
    const before = box.header();
    const known = [...memory.auth.sessions.keys()];
    memory.calls.length = 0;
    expect(await signIn(largest + 1)).toMatchObject({ code: "cookie_too_large" });
    expect(box.header()).toBe(before);
    expect(memory.count("/auth/v1/logout?scope=local")).toBe(1);
    await memory.clock.skip(0);
    expect([...memory.auth.sessions.keys()]).toEqual(known);
    expect((await sessions.open(box.request("/")).session()).status).toBe("authenticated");
  });

  it("ends if it needs more than two cookies after a refresh", async () => {
    const largest = await findLargest();
    box = createMemoryJar({ origin: ORIGIN });
    await signIn(1);
    const user = [...memory.auth.users.values()].find(({ email }) => email === "user-1@b.test");
    if (user) user.userMetadata = { padding: "x".repeat(largest + 10) };
    memory.clock.skip(3_700_000);
    memory.calls.length = 0;
    const first = sessions.open(box.request("/"));
    expect(await first.session()).toMatchObject({
      status: "unauthenticated",
      error: { code: "cookie_too_large" },
    });
    box.take(first.apply(new Response()));
    expect(sizes()).toEqual([]);
    expect(memory.count("/auth/v1/logout?scope=local")).toBe(1);
    const second = sessions.open(box.request("/"));
    expect(await second.session()).toEqual({ status: "unauthenticated" });
    expect(memory.count("/auth/v1/token")).toBe(1);
  });
});
