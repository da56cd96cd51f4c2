// Load these modules before the tests: loading takes real time, which the virtual clock does not
// count.
import "@supabase/ssr";
import "../src/data/data-client.js";
import { NextRequest } from "next/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createBrowserBackend } from "../src/browser/browser-backend.js";
import { HOLD_COOKIE, SESSION_COOKIE } from "../src/config/constants.js";
import { isBackendError } from "../src/errors/backend-error.js";
import { createNextBackend, type NextBackend } from "../src/next/create-next-backend.js";
import { createSessionServer } from "../src/server/session-server.js";
import { type Session, toInitialSession } from "../src/session/session.js";
import {
  authAnswer,
  createMemoryBackend,
  createVirtualClock,
  type MemoryBackend,
  type MemoryJar,
} from "../src/testing/index.js";
import { createFakePage } from "./support/fake-page.js";
import { forgetProject } from "./support/forget-project.js";
import { beginOutage, OUTAGES } from "./support/outages.js";

const next = vi.hoisted(() => ({
  jar: null as MemoryJar | null,
  isPage: false,
  headers: new Headers(),
}));

vi.mock("next/server.js", async (original) => ({
  ...(await original<object>()),
  connection: async () => undefined,
}));

vi.mock("next/headers.js", () => ({
  headers: async () => {
    const headers = new Headers(next.headers);
    headers.set("cookie", next.jar?.header() ?? "");
    return headers;
  },
  cookies: async () => ({
    getAll: () => next.jar?.getAll() ?? [],
    set(name: string, value: string, options: object) {
      if (next.isPage) throw new Error("Cookies can only be modified in a Server Action");
      next.jar?.setAll([{ name, value, options } as Parameters<MemoryJar["setAll"]>[0][number]]);
    },
  }),
}));

vi.mock("next/navigation.js", () => ({
  redirect: (path: string) => {
    throw new Error(`REDIRECT ${path}`);
  },
}));

let answers = "";

let memory: MemoryBackend;
let app: NextBackend<unknown>;
let jar: MemoryJar;

beforeEach(() => {
  const rest = () => Response.json([]);
  // Only the test moves this clock. An automatic clock would run forever with the periodic check of
  // a tab.
  memory = createMemoryBackend({ clock: createVirtualClock(), rest });
  app = createNextBackend(memory.backend, { signInPath: "/sign-in" });
  jar = memory.createJar();
  next.jar = jar;
  next.isPage = false;
  const origin = "http://app.test";
  next.headers = new Headers({ host: "app.test", "x-forwarded-proto": "http", origin });
});

const callers = () =>
  memory.calls.filter(({ path }) => path.startsWith("/rest/v1")).map(({ bearer }) => bearer);

const refreshes = () => memory.count("/auth/v1/token");

const sessionCookies = () => [...jar.cookies].filter(([name]) => name !== HOLD_COOKIE);

async function until<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const note = () => {
    isDone = true;
  };
  work.then(note, note);
  const end = memory.clock.now() + 120_000;
  while (!isDone && memory.clock.now() < end) await memory.clock.advance(50);
  if (!isDone) throw new Error("It still waits after a minute.");
  return work;
}

async function proxy(request: Request): Promise<void> {
  const response = jar.take(await app.proxy(new NextRequest(request)));
  expect(response.headers.get("x-middleware-next")).toBe("1");
  for (const [name, value] of response.headers) {
    const [, header] = /^x-middleware-request-(.*)$/.exec(name) ?? [];
    if (header) next.headers.set(header, value);
  }
}

async function visit(path: string, redirects = 0): Promise<Session["status"]> {
  next.isPage = false;
  await proxy(jar.request(path));
  next.isPage = true;
  try {
    return (await app.requireSession({ next: path })).status;
  } catch (thrown) {
    if (isBackendError(thrown)) return "unavailable";
    if (String(thrown).includes("REDIRECT /sign-in")) return "unauthenticated";
    const [, handler = ""] = /REDIRECT (\/auth\/refresh.*)$/.exec(String(thrown)) ?? [];
    expect([redirects, handler]).toEqual([0, expect.stringContaining("/auth/refresh")]);
    jar.take(await app.handlers.GET(jar.request(handler)));
    return visit(path, redirects + 1);
  }
}

/**
 * The places where an app calls the SDK. If the session is unavailable, data calls must fail
 * instead of using the anonymous role.
 */
const SITES: Record<string, () => Promise<Session["status"]>> = {
  async page() {
    next.isPage = true;
    const backend = await app.getBackend();
    const { error } = await backend.db.from("requests").select();
    const { status } = await backend.session();
    expect(error === null).toBe(status === "authenticated");
    expect(refreshes()).toBe(0);
    return status;
  },
  async proxy() {
    await proxy(jar.request("/o/acme"));
    expect(refreshes()).toBeGreaterThan(0);
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
    const status = await run();
    expect(refreshes()).toBeGreaterThan(0);
    return status;
  },
  async "action that asks for the user"() {
    const run = app.action(
      async ({ backend, session }) => {
        // "a session without tokens" is a response with the status 200, so these calls may succeed.
        if (answers !== "a session without tokens") {
          expect((await backend.auth.updateUser({ data: { a: 1 } })).error).not.toBeNull();
          expect((await backend.auth.getUser()).error).not.toBeNull();
        }
        return session.status;
      },
      { onUnavailable: () => "unavailable" as never },
    );
    const status = await run();
    expect(refreshes()).toBeGreaterThan(0);
    return status;
  },
  async "action that signs in over a session"() {
    const backend = await app.getBackend();
    const { status } = await backend.session();
    const credentials = { email: "ada@example.test", password: "secret" };
    expect((await backend.auth.signInWithPassword(credentials)).error).not.toBeNull();
    expect((await backend.session()).status).toBe(status);
    return status;
  },
  async "route handler"() {
    const response = jar.take(await app.handlers.POST(jar.post("/auth/refresh")));
    expect(refreshes()).toBeGreaterThan(0);
    return ((await response.json()) as Session).status;
  },
  "visit through proxy, page and refresh handler": () => visit("/o/acme"),
  async "proxy and the action behind it"() {
    await proxy(jar.post("/o/acme"));
    return SITES.action?.() ?? "unauthenticated";
  },
};

/**
 * How many scopes each call site opens, and how many auth flows it starts. A call site that is not
 * listed opens one scope and starts no flow. Each scope may take 3 s and make two calls to each
 * endpoint. Each flow may take 12 s more.
 */
const SCOPES: Record<string, { scopes: number; flows: number }> = {
  proxy: { scopes: 2, flows: 0 },
  "visit through proxy, page and refresh handler": { scopes: 3, flows: 0 },
  "proxy and the action behind it": { scopes: 2, flows: 0 },
  "action that asks for the user": { scopes: 1, flows: 2 },
  "action that signs in over a session": { scopes: 1, flows: 1 },
};
const ENDPOINTS = ["/auth/v1/token?grant_type=refresh_token", "/auth/v1/.well-known"];

/**
 * With `cold` keys, the server process has not fetched the signing keys, so it cannot verify even a
 * valid token.
 */
const STATES = [
  { token: "expired", elapsed: 3_700_000, keys: "warm", expected: "unavailable" },
  { token: "expired", elapsed: 3_700_000, keys: "cold", expected: "unavailable" },
  { token: "60 s left", elapsed: 3_540_000, keys: "warm", expected: "authenticated" },
  { token: "60 s left", elapsed: 3_540_000, keys: "cold", expected: "unavailable" },
] as const;

async function signIn(): Promise<void> {
  await memory.signIn(jar);
  await createSessionServer(memory.backend).open(jar.request("/")).session();
}

function age(elapsed: number, keys: "warm" | "cold"): void {
  memory.clock.skip(elapsed);
  if (keys === "cold") forgetProject(memory.backend.url);
  memory.calls.length = 0;
}

describe.each(Object.entries(OUTAGES))(
  "a request during which calls to the auth service end with %s",
  (name, fault) => {
    beforeEach(() => {
      answers = name;
    });

    describe.each(STATES)(
      "and the access token has $token, in a process whose key cache is $keys",
      (state) => {
        const { elapsed, keys, expected } = state;

        it.each(Object.entries(SITES))(
          "keeps the session at this call site: %s",
          async (site, work) => {
            const { scopes, flows } = SCOPES[site] ?? { scopes: 1, flows: 0 };
            await signIn();
            age(elapsed, keys);
            const cookies = sessionCookies();
            const start = memory.clock.now();
            const end = beginOutage(memory, fault);
            expect(await until(work())).toBe(expected);
            expect(memory.clock.now() - start).toBeLessThanOrEqual(3000 * scopes + 12_000 * flows);
            for (const path of ENDPOINTS)
              expect(memory.count(path)).toBeLessThanOrEqual(2 * scopes);
            expect(sessionCookies()).toEqual(cookies);
            expect(callers()).not.toContain(null);
            end();
            memory.clock.skip(60_000);
            const scope = createSessionServer(memory.backend).open(jar.request("/"));
            expect((await until(scope.session())).status).toBe("authenticated");
          },
        );

        it("keeps the session when the tab's periodic check runs", async () => {
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
          age(elapsed, keys);
          const cookies = sessionCookies();
          const start = memory.clock.now();
          const end = beginOutage(memory, fault);
          page.wake();
          const { error } = await until(Promise.resolve(client.db.from("requests").select()));
          expect(memory.clock.now() - start).toBeLessThanOrEqual(3000);
          expect(error === null).toBe(state.token === "60 s left");
          expect(callers()).toEqual(error === null ? [expect.any(String)] : []);
          expect(client.session.get()?.status).toBe("authenticated");
          await memory.clock.advance(3000);
          expect(refreshes()).toBeGreaterThan(0);
          for (const path of ENDPOINTS) expect(memory.count(path)).toBeLessThanOrEqual(2);
          expect(sessionCookies()).toEqual(cookies);
          end();
          await memory.clock.advance(60_000);
          expect(
            (await until(Promise.resolve(client.db.from("requests").select()))).error,
          ).toBeNull();
          expect(events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
          stop();
        });
      },
    );
  },
);

const REFUSALS: Record<string, [() => Response, Session["status"], boolean]> = {
  "a 500 from the service": [
    () => authAnswer(500, { code: "unexpected_failure" }),
    "unavailable",
    true,
  ],
  "a gateway's 403 page": [() => new Response("<html>", { status: 403 }), "unavailable", true],
  "a 403 from a hook": [() => authAnswer(403, { code: "unknown" }), "unauthenticated", true],
  "a refusal of a token in another format": [
    () => authAnswer(400, { code: "validation_failed" }),
    "unauthenticated",
    false,
  ],
  "a refusal without a code, as older services send it": [
    () => Response.json({ error: "invalid_grant" }, { status: 400 }),
    "unauthenticated",
    false,
  ],
};

describe.each(Object.entries(REFUSALS))(
  "a fault that affects one user, whose refresh ends with %s",
  (_name, row) => {
    const [respond, expected, isKept] = row;
    const sites = [
      "proxy",
      "action",
      "route handler",
      "visit through proxy, page and refresh handler",
      "proxy and the action behind it",
    ];

    it.each(sites)(
      "does not prevent the refreshes of other users' sessions at this call site: %s",
      async (site) => {
        const look = async () => {
          try {
            return await until(SITES[site]?.() ?? Promise.reject(new Error(site)));
          } catch (thrown) {
            if (String(thrown).includes("REDIRECT /sign-in")) return "unauthenticated";
            throw thrown;
          }
        };
        const tokens = await memory.auth.signIn();
        memory.seed(jar, tokens);
        const other = memory.createJar();
        await memory.signIn(other);
        await createSessionServer(memory.backend).open(other.request("/")).session();
        age(3_700_000, "warm");
        const cookies = sessionCookies();
        memory.faults.add({
          path: "/auth/v1/token",
          times: Number.POSITIVE_INFINITY,
          respond: ({ body }) =>
            body.refresh_token === tokens.refresh_token ? respond() : undefined,
        });
        for (let turn = 0; turn < 6; turn++) {
          expect(await look()).toBe(expected);
          memory.clock.skip(61_000);
        }
        expect(sessionCookies().map(([name]) => name)).toEqual(
          isKept ? cookies.map(([name]) => name) : expect.not.arrayContaining([SESSION_COOKIE]),
        );
        jar = other;
        next.jar = other;
        expect(await look()).toBe("authenticated");
      },
    );
  },
);
