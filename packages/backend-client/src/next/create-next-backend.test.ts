import { beforeEach, describe, expect, it, vi } from "vitest";
import { HOLD_COOKIE, PATH_HEADER, SESSION_COOKIE } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import type { Session } from "../session/session.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createNextBackend, type NextBackend } from "./create-next-backend.js";

/** Next's view of the request. A page may not set cookies. */
const next = vi.hoisted(() => ({
  cookies: new Map<string, string>(),
  headers: new Headers(),
  isPage: false,
}));

vi.mock("next/server.js", async (original) => ({
  ...(await original<object>()),
  connection: async () => undefined,
}));

vi.mock("next/headers.js", () => ({
  headers: async () => next.headers,
  cookies: async () => ({
    getAll: () => [...next.cookies].map(([name, value]) => ({ name, value })),
    set(name: string, value: string, options: { maxAge: number; httpOnly: boolean }) {
      if (next.isPage) throw new Error("Cookies can only be modified in a Server Action");
      expect(options.httpOnly).toBe(true);
      if (options.maxAge === 0) next.cookies.delete(name);
      else next.cookies.set(name, value);
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

beforeEach(async () => {
  memory = createMemoryBackend();
  app = createNextBackend(memory.backend, { signInPath: "/sign-in" });
  next.cookies = new Map();
  next.headers = new Headers({
    host: "app.test",
    "x-forwarded-proto": "http",
    origin: "http://app.test",
  });
  next.isPage = false;
});

async function signIn(): Promise<void> {
  const box = memory.createJar();
  memory.seed(box, await memory.auth.signIn());
  next.cookies = new Map(box.cookies);
  startRequest();
}

function startRequest(): void {
  const pairs = [...next.cookies].map(([name, value]) => `${name}=${value}`);
  next.headers = new Headers(next.headers);
  next.headers.set("cookie", pairs.join("; "));
}

describe("a page", () => {
  beforeEach(() => {
    next.isPage = true;
  });

  it("reads the session", async () => {
    await signIn();
    expect(await app.getSession()).toMatchObject({ status: "authenticated" });
    expect(await app.requireSession()).toMatchObject({ status: "authenticated" });
  });

  it("redirects visitors to the sign-in page and back to the same page", async () => {
    await expect(app.requireSession()).rejects.toThrow(/^REDIRECT \/sign-in$/);
    await expect(app.requireSession({ next: "/o/acme?x=1" })).rejects.toThrow(
      "REDIRECT /sign-in?next=%2Fo%2Facme%3Fx%3D1",
    );
    next.headers.set(PATH_HEADER, "/o/from-proxy");
    await expect(app.requireSession()).rejects.toThrow("REDIRECT /sign-in?next=%2Fo%2Ffrom-proxy");
    next.headers.set(PATH_HEADER, "//evil.test");
    await expect(app.requireSession()).rejects.toThrow(/^REDIRECT \/sign-in$/);
  });

  it("redirects an expired session through a refresh, once", async () => {
    await signIn();
    memory.clock.skip(3_700_000);
    await expect(app.requireSession({ next: "/o" })).rejects.toThrow(
      "REDIRECT /auth/refresh?next=%2Fo",
    );
    next.cookies.set(HOLD_COOKIE, "1");
    startRequest();
    await expect(app.requireSession()).rejects.toMatchObject({ code: "service_unavailable" });
  });

  it("never sets a cookie, even when the token is about to expire", async () => {
    await signIn();
    memory.clock.skip(3_590_000);
    expect(await app.getSession()).toMatchObject({ status: "authenticated" });
    expect(memory.count("/auth/v1/token")).toBe(0);
  });
});

describe("an action", () => {
  it("gets a fresh session and its unchanged arguments", async () => {
    await signIn();
    memory.clock.skip(3_700_000);
    const before = next.cookies.get(SESSION_COOKIE);
    const save = app.action(async ({ session }, previous: number, form: FormData) => ({
      user: session.claims.sub,
      previous,
      name: form.get("name"),
    }));
    const form = new FormData();
    form.set("name", "Ada");
    expect(await save(7, form)).toMatchObject({ previous: 7, name: "Ada" });
    expect(next.cookies.get(SESSION_COOKIE)).not.toBe(before);
  });

  it("redirects visitors to the sign-in page and back to the form's page", async () => {
    next.headers.set("referer", "https://app.test/o/acme/new?x=1");
    const run = vi.fn(async () => "ran");
    await expect(app.action(run)()).rejects.toThrow(
      "REDIRECT /sign-in?next=%2Fo%2Facme%2Fnew%3Fx%3D1",
    );
    expect(run).not.toHaveBeenCalled();
  });

  it("throws during an outage, unless the form handles it", async () => {
    await signIn();
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, status: 503 });
    const run = async (_context: unknown, _previous: string) => ({ ok: true, code: "" });
    await expect(app.action(run)("x")).rejects.toMatchObject({ kind: "network" });
    const kept = app.action(run, {
      onUnavailable: (error, previous) => ({ ok: false, code: `${error.code} ${previous}` }),
    });
    expect(await kept("x")).toEqual({ ok: false, code: "service_unavailable x" });
    expect(next.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  describe.each([
    ["no Origin", {}],
    ["no Origin, from another site", { "sec-fetch-site": "cross-site" }],
    ["the https Origin of an http site", { origin: "https://app.test" }],
    [
      "another Origin and the same X-Forwarded-Host",
      { origin: "https://evil.test", "x-forwarded-host": "evil.test" },
    ],
    ["another Origin", { origin: "https://evil.test" }],
    ["an Origin with another port", { origin: "http://app.test:8080" }],
    ["an opaque Origin", { origin: "null" }],
  ])("an action that is sent with %s", (_name, sent) => {
    it("is not run, sends nothing and sets no cookie", async () => {
      const strict = createNextBackend(memory.backend, { origin: "http://app.test" });
      await signIn();
      memory.clock.skip(3_700_000);
      const before = [...next.cookies];
      memory.calls.length = 0;
      next.headers = new Headers({ host: "app.test", "x-forwarded-proto": "http", ...sent });
      const run = vi.fn(async () => "ran");
      for (const call of [strict.action(run), strict.guestAction(run)]) {
        await expect(call()).rejects.toMatchObject({ code: "origin_mismatch", status: 403 });
      }
      expect(run).not.toHaveBeenCalled();
      expect(memory.calls).toEqual([]);
      expect([...next.cookies]).toEqual(before);
    });
  });

  it("trusts the host that a proxy forwards, without a configured origin", async () => {
    const run = vi.fn(async () => "ran");
    next.headers = new Headers({ host: "10.0.0.1", origin: "https://app.test" });
    await expect(app.guestAction(run)()).rejects.toMatchObject({ code: "origin_mismatch" });
    next.headers.set("x-forwarded-host", "app.test");
    expect(await app.guestAction(run)()).toBe("ran");
  });

  it("sets cookies of a guest's sign-in before a redirect leaves the function", async () => {
    memory.auth.createUser({ email: "a@b.test", password: "correct" });
    const signInAction = app.guestAction(async ({ backend }, password: string) => {
      const { error } = await backend.auth.signInWithPassword({ email: "a@b.test", password });
      if (error) return error.code;
      throw new Error("REDIRECT /o");
    });
    expect(await signInAction("wrong")).toBe("invalid_credentials");
    expect(next.cookies.size).toBe(0);
    await expect(signInAction("correct")).rejects.toThrow("REDIRECT /o");
    expect(next.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("signs out", async () => {
    await signIn();
    const leave = app.action(async ({ backend }) => backend.auth.signOut({ scope: "local" }));
    expect(await leave()).toEqual({ data: null, error: null });
    expect(next.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await app.getSession()).toEqual({ status: "unauthenticated" });
  });

  it("is followed in the same request by a page that sees the cookies it set", async () => {
    await signIn();
    memory.clock.skip(3_700_000);
    const session = await app.action(async (context) => context.session)();
    expect(await app.getSession()).toEqual(session);
    startRequest();
    expect(await app.getSession()).toEqual(session);
  });
});

it("reads the newest of two sessions of one name in page and action, in either order", async () => {
  const cookie = async (email: string) => {
    const box = memory.createJar();
    memory.seed(box, await memory.auth.signIn({ user: memory.auth.createUser({ email }) }));
    memory.clock.skip(1000);
    return `${SESSION_COOKIE}=${box.cookies.get(SESSION_COOKIE)}`;
  };
  const [older, newer] = [await cookie("olivia@b.test"), await cookie("adam@b.test")];
  const garbage = `${SESSION_COOKIE}=garbage`;
  const emailOf = (session: Session) =>
    session.status === "authenticated" ? session.claims.email : session.status;
  for (const [header, email] of [
    [`${newer}; ${older}`, "adam@b.test"],
    [`${older}; ${newer}`, "adam@b.test"],
    [`${older}; ${garbage}`, "olivia@b.test"],
    [`${garbage}; ${older}`, "olivia@b.test"],
  ] as const) {
    const sent = { origin: "http://app.test", cookie: header };
    next.headers = new Headers({ host: "app.test", "x-forwarded-proto": "http", ...sent });
    expect(emailOf(await app.getSession())).toBe(email);
    expect(await app.action(async ({ session }) => session.claims.email)()).toBe(email);
  }
});

it("creates a lazy backend only on the first request", async () => {
  const lazy = vi.fn(() => memory.backend);
  const late = createNextBackend(lazy, {});
  expect(lazy).not.toHaveBeenCalled();
  await late.getSession();
  await late.getSession();
  expect(lazy).toHaveBeenCalledTimes(1);
});

it("refuses malformed options at once", () => {
  expect(() => createNextBackend(memory.backend, { basePath: "auth" })).toThrow(/basePath/);
  expect(() => createNextBackend(memory.backend, { origin: "app.test" })).toThrow(/origin/);
});

describe("page", () => {
  const props = (query = {}) => ({
    params: Promise.resolve({ org: "acme" }),
    searchParams: Promise.resolve(query),
  });

  it("renders with session, backend and parameters", async () => {
    await signIn();
    const show = app.page("/o/[org]", async ({ session, backend, params, searchParams }) => {
      expect((await backend.session()).status).toBe("authenticated");
      return `${session.claims.role} ${params.org} ${searchParams.x}`;
    });
    expect(await show(props({ x: "1" }))).toBe("authenticated acme 1");
  });

  it("redirects visitors to the sign-in page and back to the path with its query", async () => {
    const show = app.page("/(staff)/o/[org]/files/[[...path]]", () => "shown");
    await expect(show(props({ x: ["1", "2"], y: undefined }))).rejects.toThrow(
      "REDIRECT /sign-in?next=%2Fo%2Facme%2Ffiles%3Fx%3D1%26x%3D2",
    );
  });

  it("renders onUnavailable after one failed refresh, and prefers the page's own", async () => {
    await signIn();
    memory.clock.skip(3_700_000);
    const options = { onUnavailable: (error: BackendError) => `default ${error.code}` };
    app = createNextBackend(memory.backend, options);
    const own = app.page("/o", () => "shown", { onUnavailable: () => "own" });
    const fallback = app.page("/o", () => "shown");
    await expect(fallback({})).rejects.toThrow("REDIRECT /auth/refresh?next=%2Fo");
    next.cookies.set(HOLD_COOKIE, "1");
    startRequest();
    expect(await fallback({})).toBe("default service_unavailable");
    expect(await own({})).toBe("own");
    const bare = createNextBackend(memory.backend).page("/o", () => "shown");
    await expect(bare({})).rejects.toMatchObject({ code: "service_unavailable" });
  });

  it("renders onUnavailable when a call of the page fails on the network, and for no other error", async () => {
    await signIn();
    const onUnavailable = () => "try again";
    const error = (kind: "network" | "database") =>
      new BackendError({ kind, code: "unknown" as never, message: "failed" });
    const failing = (thrown: Error) =>
      app.page(
        "/o",
        () => {
          throw thrown;
        },
        { onUnavailable },
      );
    expect(await failing(error("network"))({})).toBe("try again");
    await expect(failing(error("database"))({})).rejects.toMatchObject({ kind: "database" });
    await expect(failing(new Error("REDIRECT /x"))({})).rejects.toThrow("REDIRECT /x");
  });
});

describe("the state for the browser", () => {
  it("has the configuration and the session as promises, and the handler's address", async () => {
    await signIn();
    const prefixed = createNextBackend(() => memory.backend, {
      appPath: "/docs",
      basePath: "/session",
      trailingSlash: true,
    });
    const state = prefixed.clientState();
    expect([state.basePath, state.trailingSlash]).toEqual(["/docs/session", true]);
    const { url, anonKey } = memory.backend;
    expect(await state.config).toEqual({ url, anonKey });
    const session = await state.initialSession;
    expect(session).toMatchObject({ status: "authenticated" });
    expect(JSON.stringify(session)).not.toContain("eyJ");
  });

  it("reads no configuration before there is a request", () => {
    const unused = vi.fn(() => memory.backend);
    createNextBackend(unused, { signInPath: "/sign-in" });
    expect(unused).not.toHaveBeenCalled();
  });
});

describe("the anonymous clients for cached functions", () => {
  it("act as a visitor and read nothing of the request", async () => {
    await signIn();
    const seen: (string | null)[] = [];
    const cached = createNextBackend(
      createMemoryBackend({
        rest: ({ claims }) => {
          seen.push(claims?.sub ?? null);
          return Response.json([]);
        },
      }).backend,
    );
    next.headers = new Proxy(next.headers, {
      get() {
        throw new Error("read the request");
      },
    });
    const { error } = await cached.cachedAnonymous().db.from("requests").select("id");
    expect([error, seen]).toEqual([null, [null]]);
  });
});

describe("an app below a path", () => {
  it("returns to the form's page inside the app", async () => {
    const prefixed = createNextBackend(memory.backend, { appPath: "/docs" });
    next.headers.set("referer", "http://app.test/docs/o/acme?x=1");
    const act = prefixed.action(async () => "done");
    await expect(act()).rejects.toThrow("REDIRECT /sign-in?next=%2Fo%2Facme%3Fx%3D1");
  });
});
