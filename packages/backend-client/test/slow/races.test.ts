import { expect, it } from "vitest";
import { defineBackend } from "../../src/config/define-backend.js";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import { projectState } from "../../src/session/project-state.js";
import { answerAuth } from "../../src/testing/auth/memory-auth.js";
import { beginSession } from "../../src/testing/auth/sessions.js";
import type { Signer } from "../../src/testing/auth/signer.js";
import { type AuthState, createAuthState } from "../../src/testing/auth/state.js";
import { createUser } from "../../src/testing/auth/users.js";
import { createEmailSink } from "../../src/testing/email-sink.js";
import { createMemoryJar, createVirtualClock, type MemoryJar } from "../../src/testing/index.js";
import { writeSession } from "../../src/testing/write-session.js";
import { forgetProject } from "../support/forget-project.js";

// Mutation tests repeat the races for every mutant, so they run fewer of them.
const RUNS = process.env.STRYKER_MUTATOR_WORKER ? 150 : 10_000;
const ISSUER = "http://service.test";

function createRandom(seed: number): (below: number) => number {
  let state = seed + 0x6d2b79f5;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Signs without cryptography, because these runs test only the order of events. */
const plainSigner: Signer = {
  async sign(claims) {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "ES256", kid: "plain" })}.${part(claims)}.${part(nonce++)}`;
  },
  jwks: async () => ({ keys: [] }),
  rotate: () => undefined,
};
let nonce = 0;

class Gates {
  readonly log: string[] = [];
  #waiting: { name: string; open: () => void }[] = [];

  pass(name: string): Promise<void> {
    return new Promise((open) => this.#waiting.push({ name, open }));
  }

  async run(
    random: (below: number) => number,
    clock: { pending(): number; advance(ms: number): Promise<void> },
  ) {
    for (;;) {
      await new Promise<void>((resolve) => void setImmediate(resolve));
      const [next] = this.#waiting.splice(random(this.#waiting.length), 1);
      if (next) {
        this.log.push(next.name);
        next.open();
      } else if (clock.pending() > 0) await clock.advance(200);
      else return;
    }
  }
}

function createProcess(name: string, world: World): SessionServer {
  const url = `http://${name}.test`;
  const backend = defineBackend({
    url,
    anonKey: "sb_publishable_test",
    issuer: `${ISSUER}/auth/v1`,
    runtime: {
      now: world.clock.now,
      schedule: world.clock.schedule,
      randomBytes: (length) => Uint8Array.from({ length }, () => nonce++ % 256),
      fetch: async (input, init = {}) => {
        const { pathname, search } = new URL(String(input));
        const label = `${name} ${pathname.slice(9)}`;
        await world.gates.pass(`${label} asked`);
        if (world.random(8) === 0) {
          world.gates.log.push(`${label} lost`);
          throw new TypeError("fetch failed");
        }
        const bearer = new Headers(init.headers).get("authorization")?.slice(7) ?? null;
        const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
        const method = init.method ?? "GET";
        const answer = await answerAuth(world.service, {
          method,
          path: pathname + search,
          bearer,
          body,
        });
        await world.gates.pass(`${label} answered`);
        return answer;
      },
    },
  });
  forgetProject(url);
  const { keys } = projectState(url);
  keys.byId.set("plain", { alg: "ES256", check: () => true });
  keys.fetchedAt = world.clock.now();
  return createSessionServer(backend);
}

interface World {
  clock: ReturnType<typeof createVirtualClock>;
  gates: Gates;
  random: (below: number) => number;
  service: AuthState;
  jar: MemoryJar;
}

async function request(
  { gates, jar }: World,
  name: string,
  sessions: SessionServer,
  work: (scope: ReturnType<SessionServer["open"]>) => Promise<unknown>,
): Promise<void> {
  await gates.pass(`${name} leaves`);
  const cookies = jar.getAll();
  const scope = sessions.open({ cookies: { getAll: () => cookies, setAll: () => undefined } });
  await work(scope);
  await gates.pass(`${name} arrives`);
  jar.setAll(scope.cookieChanges());
}

async function play(seed: number) {
  const random = createRandom(seed);
  const clock = createVirtualClock();
  const service = createAuthState(
    { url: ISSUER, clock, signer: plainSigner, emails: createEmailSink() },
    {},
  );
  const jar = createMemoryJar({ clock });
  const world: World = { clock, gates: new Gates(), random, service, jar };
  const user = createUser(service, { email: "ada@example.test" });
  const tokens = await beginSession(service, user);
  writeSession(jar, defineBackend({ url: ISSUER, anonKey: "k", runtime: clock }), tokens);
  clock.skip([0, 3_540_000, 3_700_000][random(3)] ?? 0);
  const servers = [createProcess("left", world), createProcess("right", world)];
  const anyServer = () => servers[random(servers.length)] as SessionServer;
  const before = jar.copy();
  const last = anyServer();
  const refresh = (name: string) => {
    const isForced = random(2) === 0;
    return request(world, name, anyServer(), (scope) =>
      isForced ? scope.refresh() : scope.session(),
    );
  };
  const all = [
    refresh("first"),
    refresh("second"),
    refresh("third"),
    request(world, "sign-out", last, (scope) => scope.auth.signOut({ scope: "local" })),
  ];
  await world.gates.run(random, clock);
  await Promise.all(all);
  return { world, servers, before, last };
}

it(
  `a sign-out ends the session in each of ${RUNS} races against refreshes, in one process and in two`,
  async () => {
    let lateWriters = 0;
    for (let seed = 0; seed < RUNS; seed++) {
      const { world, servers, before, last } = await play(seed);
      const { jar, gates, random } = world;
      const story = `seed ${seed}: ${gates.log.join(", ")}`;
      const isBack = jar.cookies.has("sb-session");
      if (isBack) lateWriters += 1;
      // The cookies from before the sign-out do not record the sign-out, so the server process must
      // remember it.
      const straggler = last.open({ cookies: { getAll: () => before.getAll() } });
      expect(await straggler.session(), story).toEqual({ status: "unauthenticated" });
      for (const sessions of servers) {
        const page = sessions.open({ cookies: { getAll: () => jar.getAll() } });
        expect(await page.session(), story).toEqual({ status: "unauthenticated" });
        const visit = request(world, "visit", sessions, (scope) => scope.refresh());
        await gates.run(random, world.clock);
        await visit;
        expect(jar.cookies.has("sb-session"), story).toBe(false);
      }
    }
    // The test is useful only if a refresh wrote its cookies after the sign-out in many runs.
    expect(lateWriters).toBeGreaterThan(RUNS / 20);
  },
  Math.max(60_000, RUNS * 60),
);
