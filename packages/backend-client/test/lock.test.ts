import { beforeEach, expect, it } from "vitest";
import { defineBackend } from "../src/config/define-backend.js";
import type { Lock } from "../src/config/runtime.js";
import { createSessionServer, type SessionServer } from "../src/server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../src/testing/index.js";

let memory: MemoryBackend;
let jar: MemoryJar;
let keys: string[];
let underway = 0;
let most: number;

beforeEach(async () => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  keys = [];
  most = 0;
  await memory.signIn(jar);
  memory.clock.skip(3_700_000);
});

/** Gives each instance a URL of its own, because instances with the same URL share memory. */
function createInstance(name: string, lock: Lock): SessionServer {
  const { runtime, issuer, url, anonKey } = memory.backend;
  const alias = `http://${name}.${new URL(url).host}`;
  return createSessionServer(
    defineBackend({
      url: alias,
      anonKey,
      issuer,
      runtime: {
        ...runtime,
        lock,
        fetch: async (input, init) => {
          const target = String(input).replace(alias, url);
          if (!target.includes("/auth/v1/token")) return memory.fetch(target, init);
          underway += 1;
          most = Math.max(most, underway);
          await new Promise<void>((resolve) => void setImmediate(resolve));
          return memory.fetch(target, init).finally(() => {
            underway -= 1;
          });
        },
      },
    }),
  );
}
function createSharedLock(): Lock {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    keys.push(key);
    const mine = (tails.get(key) ?? Promise.resolve()).then(work);
    tails.set(
      key,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

const refreshAll = (instances: SessionServer[]) =>
  Promise.all(
    instances.flatMap((sessions) =>
      Array.from({ length: 5 }, () => sessions.open(jar.request("/")).session()),
    ),
  );

it("instances with a shared lock refresh one after another, and all keep the session", async () => {
  const lock = createSharedLock();
  const found = await refreshAll(["a", "b", "c"].map((name) => createInstance(name, lock)));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
  expect(memory.count("/auth/v1/token")).toBe(3);
  expect(most).toBe(1);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^refresh:[0-9a-f]{64}$/);
  const tokens = found.map((session) => session.status === "authenticated" && session.expiresAt);
  expect(new Set(tokens).size).toBe(1);
});

it("instances without a shared lock refresh at the same time, which the service accepts", async () => {
  const alone: Lock = (_key, work) => work();
  const found = await refreshAll(["a", "b", "c"].map((name) => createInstance(name, alone)));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
  expect(most).toBeGreaterThan(1);
});

it("no refresh starts if the lock becomes free after the deadline, because no request would store the tokens", async () => {
  let free = (): void => {};
  const turn = new Promise<void>((resolve) => {
    free = resolve;
  });
  const finished: Promise<unknown>[] = [];
  const late: Lock = (_key, work) => {
    const mine = turn.then(work);
    finished.push(mine);
    return mine;
  };
  const scope = createInstance("late", late).open(jar.request("/"));
  expect(await scope.session()).toMatchObject({ error: { kind: "network", code: "timeout" } });
  free();
  expect(await Promise.all(finished)).toMatchObject([{ status: "unavailable" }]);
  expect(memory.count("/auth/v1/token")).toBe(0);
});
