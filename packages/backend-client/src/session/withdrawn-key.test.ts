import { beforeEach, describe, expect, it } from "vitest";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { settlePromises } from "../testing/virtual-clock.js";

const JWKS = "/auth/v1/.well-known/jwks.json";
const FOREVER = Number.POSITIVE_INFINITY;

let memory: MemoryBackend;
let jar: MemoryJar;
let sessions: SessionServer;

beforeEach(async () => {
  memory = createMemoryBackend();
  jar = memory.createJar();
  memory.seed(jar, await memory.auth.signIn({ lifetimeSeconds: 7200 }));
  sessions = createSessionServer(memory.backend);
  expect(await look()).toBe("authenticated");
});

async function look(): Promise<string> {
  const { status } = await sessions.open(jar.request("/"), { isReadOnly: true }).session();
  return status;
}

const asks = () => memory.count(JWKS);
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await settlePromises();
};

describe("the keys that a server has cached", () => {
  it("are renewed after ten minutes, and then no longer verify the token of a withdrawn key", async () => {
    memory.faults.add({ path: JWKS, times: FOREVER, respond: () => Response.json({ keys: [] }) });
    memory.clock.skip(599_999);
    expect([await look(), asks()]).toEqual(["authenticated", 1]);
    memory.clock.skip(1);
    // This visit starts the fetch of the new keys in the background, but still uses the old keys.
    expect([await look(), asks()]).toEqual(["authenticated", 2]);
    await settle();
    expect(await look()).toBe("unavailable");
  });

  it("are fetched once in ten minutes, for any number of visits", async () => {
    memory.clock.skip(600_000);
    await Promise.all(Array.from({ length: 50 }, look));
    await settle();
    await look();
    expect(asks()).toBe(2);
    memory.clock.skip(600_000);
    await look();
    expect(asks()).toBe(3);
  });

  it("still verify tokens while fetching fails, with one attempt every half minute", async () => {
    memory.faults.add({ path: JWKS, times: FOREVER, status: 429 });
    memory.clock.skip(600_000);
    for (let visit = 0; visit < 5; visit++) {
      expect(await look()).toBe("authenticated");
      await settle();
    }
    expect(asks()).toBe(2);
    memory.clock.skip(30_000);
    expect(await look()).toBe("authenticated");
    expect(asks()).toBe(3);
  });
});
