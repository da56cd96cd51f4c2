import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createBrowserBackend } from "../src/browser/browser-backend.js";
import { createNextBackend, type NextBackend } from "../src/next/create-next-backend.js";
import { createSessionServer } from "../src/server/session-server.js";
import { toInitialSession } from "../src/session/session.js";
import {
  createMemoryBackend,
  createVirtualClock,
  type MemoryBackend,
  type MemoryJar,
} from "../src/testing/index.js";
import { createFakePage } from "./support/fake-page.js";
import { beginOutage, OUTAGES } from "./support/outages.js";

/** What Next would know of the request; a page may not set cookies. */
const next = vi.hoisted(() => ({
  jar: null as MemoryJar | null,
  isPage: false,
}));

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "app.test", "x-forwarded-proto": "http" }),
  cookies: async () => ({
    getAll: () => next.jar?.getAll() ?? [],
    set(name: string, value: string, options: object) {
      if (next.isPage) throw new Error("Cookies can only be modified in a Server Action");
      next.jar?.setAll([{ name, value, options } as Parameters<MemoryJar["setAll"]>[0][number]]);
    },
  }),
}));

vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(`REDIRECT ${path}`);
  },
}));

let memory: MemoryBackend;
let app: NextBackend<unknown>;
let jar: MemoryJar;
/** Roles that the data service was asked as. */
let roles: string[];

beforeEach(() => {
  roles = [];
  const rest = ({ claims }: { claims: unknown }) => {
    roles.push(claims ? "authenticated" : "anon");
    return Response.json([]);
  };
  // Moved by hand: a browser's tick never lets an automatic clock rest.
  memory = createMemoryBackend({ clock: createVirtualClock(), rest });
  app = createNextBackend(memory.backend, { signInPath: "/sign-in" });
  jar = memory.createJar();
  next.jar = jar;
  next.isPage = false;
});

/** Lets time pass until work is done. */
async function until<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) await memory.clock.advance(50);
  return work;
}

/** What a call site shows for a session whose refresh fails; and that data calls keep their role. */
type Site = () => Promise<"authenticated" | "unavailable" | "unauthenticated">;

const SITES: Record<string, Site> = {
  async page() {
    next.isPage = true;
    const backend = await app.getBackend();
    const { error } = await backend.db.from("requests").select();
    const { status } = await app.getSession();
    expect(error === null).toBe(status === "authenticated");
    return status;
  },
  async proxy() {
    const response = await app.proxy(new NextRequest(jar.request("/o/acme")));
    expect(response.headers.get("x-middleware-next")).toBe("1");
    jar.take(response);
    return (await app.getSession()).status;
  },
  async action() {
    const run = app.action(
      async ({ backend, session }) => {
        expect((await backend.db.from("requests").select()).error).toBeNull();
        return session.status;
      },
      { onUnavailable: () => "unavailable" as never },
    );
    return run();
  },
  async "route handler"() {
    const { handlers } = app;
    const response = jar.take(await handlers.POST(jar.post("/auth/refresh")));
    return ((await response.json()) as { status: "unavailable" }).status;
  },
};

const STATES = [
  ["expired", 3_700_000, "unavailable"],
  ["60 s left", 3_540_000, "authenticated"],
] as const;

async function signIn(): Promise<void> {
  await memory.signIn(jar);
  // Keys are known, as in any server that has run for a moment.
  await createSessionServer(memory.backend).open(jar.request("/")).session();
  memory.calls.length = 0;
}

describe.each(Object.entries(OUTAGES))("when the auth service answers %s", (_name, fault) => {
  describe.each(STATES)("and the access token is: %s", (_state, elapsed, expected) => {
    it.each(Object.entries(SITES))("%s keeps the session", async (_site, visit) => {
      await signIn();
      memory.clock.skip(elapsed);
      const cookies = new Map(jar.cookies);
      const start = memory.clock.now();
      const end = beginOutage(memory, fault);
      expect(await until(visit())).toBe(expected);
      expect(memory.clock.now() - start).toBeLessThanOrEqual(3000);
      expect(memory.count("/auth/v1/")).toBeLessThanOrEqual(2);
      expect(new Map(jar.cookies)).toEqual(cookies);
      expect(roles).not.toContain("anon");
      end();
      memory.clock.skip(30_000);
      const scope = createSessionServer(memory.backend).open(jar.request("/"));
      expect((await until(scope.session())).status).toBe("authenticated");
    });

    it("the browser's tick keeps the session", async () => {
      await signIn();
      const sessions = createSessionServer(memory.backend);
      const page = createFakePage(
        async (input, init = {}) => {
          const path = String(input);
          if (!path.startsWith("/auth/")) return memory.fetch(input, init);
          const { method = "GET", body = null, headers } = init;
          const request = method === "GET" ? jar.script(path) : jar.post(path, { body });
          for (const [name, value] of new Headers(headers)) request.headers.set(name, value);
          return jar.take(await sessions.handle(request));
        },
        undefined,
        memory.clock,
      );
      const rendered = await sessions.open(jar.request("/")).session();
      const client = createBrowserBackend(memory.backend, {
        environment: page.environment,
        initialSession: toInitialSession(rendered, memory.clock.now()),
      });
      const events: string[] = [];
      client.session.subscribe((event) => events.push(event));
      const stop = client.start();
      await until(client.session.getAccessToken());
      memory.clock.skip(elapsed);
      const cookies = new Map(jar.cookies);
      const end = beginOutage(memory, fault);
      page.wake();
      await memory.clock.advance(3000);
      expect(memory.count("/auth/v1/token")).toBeGreaterThan(0);
      expect(memory.count("/auth/v1/")).toBeLessThanOrEqual(2);
      const { error } = await until(Promise.resolve(client.db.from("requests").select()));
      expect(error === null).toBe(expected === "authenticated");
      expect(roles).not.toContain("anon");
      expect(client.session.get()?.status).toBe("authenticated");
      expect(new Map(jar.cookies)).toEqual(cookies);
      end();
      await memory.clock.advance(30_000);
      expect((await until(Promise.resolve(client.db.from("requests").select()))).error).toBeNull();
      expect(events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
      stop();
    });
  });
});
