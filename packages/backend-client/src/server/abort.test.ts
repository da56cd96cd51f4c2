import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import type { Scope } from "./scope-type.js";
import { createSessionServer, type SessionServer } from "./session-server.js";

let memory: MemoryBackend;
let sessions: SessionServer;
let jar: MemoryJar;

beforeEach(async () => {
  const answer = () => Response.json([]);
  memory = createMemoryBackend({ rest: answer, storage: answer, functions: answer });
  sessions = createSessionServer(memory.backend);
  jar = memory.createJar();
  await memory.signIn(jar);
});

const CALLS: [name: string, path: string, call: (scope: Scope) => PromiseLike<unknown>][] = [
  ["a query", "/rest/v1/notes", (scope) => scope.db.from("notes").select()],
  ["an anonymous query", "/rest/v1/notes", (scope) => scope.anonymous.db.from("notes").select()],
  ["a listing", "/storage/v1/object/list", (scope) => scope.storage.from("documents").list()],
  ["a function", "/functions/v1/echo", (scope) => scope.functions.invoke("echo")],
  ["a flow", "/auth/v1/user", (scope) => scope.auth.getUser()],
  ["a sign-in", "/auth/v1/token", (scope) => scope.auth.signInWithPassword(UNKNOWN)],
];
const UNKNOWN = { email: "nobody@example.test", password: "x" };
const ABORTED = { data: null, error: { kind: "network", code: "aborted", retryable: false } };

describe("a scope whose caller aborts", () => {
  it.each(CALLS)("ends %s without a retry", async (_name, path, call) => {
    await sessions.open(jar.request("/")).session();
    const caller = new AbortController();
    memory.faults.add({ path, hang: true, times: Number.POSITIVE_INFINITY });
    const scope = sessions.open(jar.request("/"), { signal: caller.signal });
    const result = call(scope);
    const pending = Promise.resolve(result);
    while (memory.count(path) === 0) await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    expect(await pending).toMatchObject(ABORTED);
    expect(memory.count(path)).toBe(1);
  });

  it.each(CALLS)(
    "sends no request for %s when the caller has already aborted",
    async (_name, path, call) => {
      await sessions.open(jar.request("/")).session();
      const scope = sessions.open(jar.request("/"), { signal: AbortSignal.abort() });
      expect(await call(scope)).toMatchObject(ABORTED);
      expect(memory.count(path)).toBe(0);
    },
  );

  it("stops waiting for a shared refresh, which continues for the other requests", async () => {
    memory.clock.skip(3_700_000);
    const caller = new AbortController();
    const before = new Map(jar.cookies);
    memory.faults.add({ path: "/auth/v1/token", delayMs: 500 });
    const scope = sessions.open(jar.request("/"), { signal: caller.signal });
    const left = scope.session();
    const stays = sessions.open(jar.request("/")).session();
    caller.abort();
    expect(await left).toMatchObject({ status: "unavailable", error: { code: "aborted" } });
    jar.take(scope.apply(new Response()));
    expect(new Map(jar.cookies)).toEqual(before);
    expect((await stays).status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("clears this browser's session when the aborted call was a sign-out", async () => {
    const scope = sessions.open(jar.request("/"), { signal: AbortSignal.abort() });
    await scope.auth.signOut({ scope: "local" });
    jar.take(scope.apply(new Response()));
    expect(await sessions.open(jar.request("/")).session()).toEqual({ status: "unauthenticated" });
  });
});
