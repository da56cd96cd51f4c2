import { beforeEach, describe, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "../config/constants.js";
import type { Session } from "../session/session.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createNextTest, type NextVisitor } from "../testing/next/index.js";
import { createNextBackend } from "./create-next-backend.js";

let memory: MemoryBackend;
let visitor: NextVisitor;

beforeEach(() => {
  memory = createMemoryBackend();
  visitor = createNextTest(memory);
});

async function readInPage<T>(run: () => Promise<T>): Promise<T> {
  const outcome = await visitor.page("/", run);
  if (outcome.kind !== "value") throw outcome;
  return outcome.value;
}

it("pages and actions use the newer of two sessions under the same cookie name", async () => {
  const app = createNextBackend(memory.backend);
  const name = `__Host-${SESSION_COOKIE}`;
  const cookie = async (email: string) => {
    const jar = memory.createJar().at("https://app.test");
    await memory.signIn(jar, { user: memory.auth.createUser({ email }) });
    memory.clock.skip(1000);
    return `${name}=${jar.cookies.get(name)}`;
  };
  const [older, newer] = [await cookie("olivia@b.test"), await cookie("adam@b.test")];
  const garbage = `${name}=garbage`;
  const emailOf = (session: Session) =>
    session.status === "authenticated" ? session.claims.email : session.status;
  for (const [header, email] of [
    [`${newer}; ${older}`, "adam@b.test"],
    [`${older}; ${newer}`, "adam@b.test"],
    [`${older}; ${garbage}`, "olivia@b.test"],
    [`${garbage}; ${older}`, "olivia@b.test"],
  ] as const) {
    const sent = { headers: { cookie: header } };
    const page = await visitor.page("/", async () => emailOf(await app.getSession()), sent);
    expect(page).toMatchObject({ value: email });
    const act = app.action(async ({ session }) => session.claims.email);
    expect(await visitor.action("/", act, sent)).toMatchObject({ value: email });
  }
});

it("createNextBackend calls its backend function on the first request, not earlier, and only once", async () => {
  const lazy = vi.fn(() => memory.backend);
  const late = createNextBackend(lazy, {});
  expect(lazy).not.toHaveBeenCalled();
  await visitor.page("/", late.getSession);
  await visitor.page("/", late.getSession);
  expect(lazy).toHaveBeenCalledTimes(1);
  expect(late.sessions()).toBe(late.sessions());
});

it("createNextBackend throws at once for malformed options", () => {
  for (const backend of [memory.backend, () => memory.backend]) {
    expect(() => createNextBackend(backend, { basePath: "auth" })).toThrow(/basePath/);
    expect(() => createNextBackend(backend, { origin: "app.test" })).toThrow(/origin/);
    expect(() => createNextBackend(backend, { protect: ["o"] })).toThrow(/protect/);
  }
});

it("createNextBackend logs a missing forwarding key as soon as the backend is defined", () => {
  const logger = vi.fn();
  const hosted = (name: string) => ({ ...memory.backend, url: `https://${name}.example.com` });
  createNextBackend(hosted("early"), { logger });
  const entry = expect.objectContaining({ code: "forwarding_key_missing" });
  expect(logger).toHaveBeenCalledExactlyOnceWith(entry);
  const late = createNextBackend(() => hosted("late"), { logger });
  expect(logger).toHaveBeenCalledTimes(1);
  late.sessions();
  expect(logger).toHaveBeenCalledTimes(2);
});

it("withSession runs the app's own proxy function, and still redirects signed-out visitors of `protect` paths", async () => {
  const app = createNextBackend(memory.backend, { protect: ["/o"] });
  const proxy = app.withSession((_request, { responseHeaders }) => responseHeaders.set("x-a", "1"));
  const open = await visitor.request("/", proxy);
  expect([open.headers.get("x-middleware-next"), open.headers.get("x-a")]).toEqual(["1", "1"]);
  expect((await visitor.request("/o/acme", proxy)).status).toBe(307);
  expect((await visitor.request("/o/acme", app.proxy)).status).toBe(307);
});

describe("the route handlers of createNextBackend", () => {
  it("return the session, sign out and respond to HEAD at paths below /auth", async () => {
    const { handlers } = createNextBackend(memory.backend);
    await visitor.signIn();
    const session = await visitor.request("/auth/session", handlers.GET);
    expect(await session.json()).toMatchObject({ status: "authenticated" });
    const out = await visitor.request("/auth/sign-out", handlers.POST, { method: "POST" });
    expect(await out.json()).toMatchObject({ status: "unauthenticated" });
    expect(visitor.jar.cookies.has(`__Host-${SESSION_COOKIE}`)).toBe(false);
    const head = await visitor.request("/auth/confirm", handlers.HEAD, { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, null]);
  });

  it("refresh an expired session and redirect back to the page", async () => {
    const { handlers, getSession } = createNextBackend(memory.backend);
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    const response = await visitor.request("/auth/refresh?next=%2Fo", handlers.GET);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/o"]);
    expect(await visitor.page("/o", getSession)).toMatchObject({
      value: { status: "authenticated" },
    });
  });
});

describe("clientState", () => {
  it("returns promises of the configuration and the session, and the path of the handlers", async () => {
    await visitor.signIn();
    const prefixed = createNextBackend(() => memory.backend, {
      appPath: "/docs",
      basePath: "/session",
      trailingSlash: true,
    });
    const { url, anonKey } = memory.backend;
    const [state, config, session] = await readInPage(async () => {
      const made = prefixed.clientState();
      return [made, await made.config, await made.initialSession] as const;
    });
    expect([state.basePath, state.trailingSlash]).toEqual(["/docs/session", true]);
    expect(config).toEqual({ url, anonKey });
    expect(session).toMatchObject({ status: "authenticated" });
    expect(JSON.stringify(session)).not.toContain("eyJ");
    const plain = await readInPage(async () => createNextBackend(memory.backend).clientState());
    expect([plain.basePath, plain.trailingSlash]).toEqual(["/auth", false]);
  });

  it("causes no unhandled rejection when a prerender ends before a request exists", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    createNextBackend(memory.backend).clientState();
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("reads no configuration before a request exists", async () => {
    const unused = vi.fn(() => memory.backend);
    const app = createNextBackend(unused, { signInPath: "/sign-in" });
    expect(unused).not.toHaveBeenCalled();
    const { config, initialSession } = app.clientState();
    expect(unused).not.toHaveBeenCalled();
    await expect(config).rejects.toThrow("outside a request");
    await expect(initialSession).rejects.toThrow("outside a request");
  });
});

describe("cachedAnonymous", () => {
  it("returns clients that act as an anonymous visitor and do not read the request", async () => {
    const seen: (string | null)[] = [];
    const other = createMemoryBackend({
      rest: ({ claims }) => {
        seen.push(claims?.sub ?? null);
        return Response.json([]);
      },
    });
    const { error } = await createNextBackend(other.backend)
      .cachedAnonymous()
      .db.from("requests")
      .select("id");
    expect([error, seen]).toEqual([null, [null]]);
  });
});
