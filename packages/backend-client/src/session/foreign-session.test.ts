import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../test/support/samples.js";
import { defineBackend } from "../config/define-backend.js";
import { createSessionServer, type SessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";

const ADA = { email: "ada@b.test", password: "correct" };

function openProjects() {
  const open = () => {
    const memory = createMemoryBackend();
    memory.auth.createUser(ADA);
    return { memory, sessions: createSessionServer(memory.backend) };
  };
  const [left, right] = [open(), open()];
  return { left, right, box: left.memory.createJar() };
}

type Step = (sessions: SessionServer, box: MemoryJar) => Promise<unknown>;

const scoped =
  (run: (scope: ReturnType<SessionServer["open"]>) => Promise<unknown>): Step =>
  async (sessions, box) => {
    const scope = sessions.open(box.request("/"));
    await run(scope);
    box.take(scope.apply(new Response()));
  };

const STEPS: Record<string, Step> = {
  session: scoped((scope) => scope.session()),
  refresh: scoped((scope) => scope.refresh()),
  getUser: scoped((scope) => scope.auth.getUser()),
  updateUser: scoped((scope) => scope.auth.updateUser({ data: { name: "Eve" } })),
  signOut: scoped((scope) => scope.auth.signOut()),
  signOutOthers: scoped((scope) => scope.auth.signOut({ scope: "others" })),
  query: scoped((scope) => Promise.resolve(scope.db.from("notes").select("id"))),
  page: async (sessions, box) => sessions.open(box.request("/"), { isReadOnly: true }).session(),
  getSession: async (sessions, box) => box.take(await sessions.handle(box.script("/auth/session"))),
  getRefresh: async (sessions, box) =>
    box.take(await sessions.handle(box.request("/auth/refresh?next=/"))),
  postRefresh: async (sessions, box) => {
    const body = new URLSearchParams({ force: "true" });
    box.take(await sessions.handle(box.post("/auth/refresh", { body })));
  },
  postSignOut: async (sessions, box) => box.take(await sessions.handle(box.post("/auth/sign-out"))),
};

const sessionCookies = (box: MemoryJar) =>
  [...box.cookies].filter(([name]) => /^sb-(session|fresh|present)/.test(name));

describe("a session of another project on the same host", () => {
  it("is neither sent to this project nor removed, whatever calls the app makes before a sign-in", async () => {
    const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 1, maxLength: 5 });
    const ages = fc.constantFrom(0, 3_590_000, 3_700_000);
    await fc.assert(
      fc.asyncProperty(steps, ages, async (names, age) => {
        const { left, right, box } = openProjects();
        await left.memory.signIn(box);
        for (const { memory } of [left, right]) memory.clock.skip(age);
        const before = sessionCookies(box);
        right.memory.calls.length = 0;
        for (const name of names) await STEPS[name]?.(right.sessions, box);
        expect(right.memory.calls).toEqual([]);
        expect(sessionCookies(box)).toEqual(before);
        const scope = right.sessions.open(box.request("/"));
        expect(await scope.session()).toEqual({ status: "unauthenticated" });
        const own = await left.sessions.open(box.request("/")).session();
        expect(own.status).toBe("authenticated");
      }),
      { numRuns: samples(150) },
    );
  });

  it("is logged once", async () => {
    const { left, right, box } = openProjects();
    const codes: string[] = [];
    const logger = ({ code }: { code: string }) => void codes.push(code);
    const sessions = createSessionServer(right.memory.backend, { logger });
    await left.memory.signIn(box);
    for (let visits = 0; visits < 3; visits++) await STEPS.session?.(sessions, box);
    expect(codes).toEqual(["foreign_session"]);
  });

  it("is replaced when a user signs in to this project", async () => {
    const { left, right, box } = openProjects();
    await left.memory.signIn(box);
    await scoped((scope) => scope.auth.signInWithPassword(ADA))(right.sessions, box);
    expect((await right.sessions.open(box.request("/")).session()).status).toBe("authenticated");
    expect((await left.sessions.open(box.request("/")).session()).status).toBe("unauthenticated");
    expect(left.memory.count("/auth/v1/logout")).toBe(0);
  });

  it("remains next to this project's session when each project has its own prefix", async () => {
    const { left, right, box } = openProjects();
    const other = createSessionServer(right.memory.backend, { cookiePrefix: "right" });
    await left.memory.signIn(box);
    await scoped((scope) => scope.auth.signInWithPassword(ADA))(other, box);
    for (const sessions of [left.sessions, other]) {
      expect((await sessions.open(box.request("/")).session()).status).toBe("authenticated");
    }
    await STEPS.postSignOut?.(other, box);
    expect((await left.sessions.open(box.request("/")).session()).status).toBe("authenticated");
  });

  it("does not hide this project's session when both session cookies have the same name", async () => {
    const { left, right } = openProjects();
    const boxes = await Promise.all(
      [right, left].map(async ({ memory }) => {
        const box = memory.createJar();
        await memory.signIn(box);
        return box;
      }),
    );
    const pairs = boxes.map((box) => `sb-session=${box.cookies.get("sb-session")}`);
    for (const cookie of [pairs.join("; "), pairs.reverse().join("; ")]) {
      for (const { sessions } of [left, right]) {
        const request = new Request("http://app.test/", { headers: { cookie } });
        expect((await sessions.open(request).session()).status).toBe("authenticated");
      }
    }
  });
});

describe("a project that changes its domain", () => {
  const NEW = "https://auth.example.com/auth/v1";

  function move(memory: MemoryBackend, issuers: readonly string[]): SessionServer {
    const { url, anonKey, runtime } = memory.backend;
    return createSessionServer(defineBackend({ url, anonKey, runtime, issuers }));
  }

  it("accepts and refreshes the tokens of both issuers", async () => {
    const memory = createMemoryBackend();
    const sessions = move(memory, [NEW, memory.backend.issuer]);
    for (const claims of [{}, { iss: NEW }]) {
      const box = memory.createJar();
      memory.seed(box, await memory.auth.signIn({ claims }));
      const session = await sessions.open(box.request("/")).session();
      expect(session).toMatchObject({ status: "authenticated" });
      const scope = sessions.open(box.request("/"));
      expect((await scope.refresh()).status).toBe("authenticated");
    }
  });

  it("ignores a session of the old issuer when only the new issuer is configured", async () => {
    const memory = createMemoryBackend();
    const box = memory.createJar();
    await memory.signIn(box);
    const before = sessionCookies(box);
    memory.calls.length = 0;
    const sessions = move(memory, [NEW]);
    await STEPS.session?.(sessions, box);
    expect(sessionCookies(box)).toEqual(before);
    expect(memory.calls).toEqual([]);
  });
});

it("defineBackend refuses an empty list of issuers, and a list that does not start with `issuer`", () => {
  const options = { url: "https://ref.test", anonKey: "sb_publishable_x" };
  expect(() => defineBackend({ ...options, issuers: [] })).toThrow("issuers must name");
  expect(() => defineBackend({ ...options, issuer: "a", issuers: ["b", "a"] })).toThrow(
    "issuers must have issuer as its first entry",
  );
  expect(defineBackend({ ...options, issuer: "a" }).issuers).toEqual(["a"]);
  expect(defineBackend({ ...options, issuers: ["b", "a"] }).issuer).toBe("b");
});
