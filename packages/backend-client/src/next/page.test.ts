import { notFound, redirect } from "next/navigation";
import { beforeEach, describe, expect, it } from "vitest";
import { HOLD_COOKIE, PATH_HEADER } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import type { SessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createNextTest, type NextVisitor } from "../testing/next/index.js";
import { createNextBackend, type NextBackend } from "./create-next-backend.js";
import { createPageHelpers } from "./page.js";

let memory: MemoryBackend;
let app: NextBackend<unknown>;
let visitor: NextVisitor;

beforeEach(() => {
  memory = createMemoryBackend();
  app = createNextBackend(memory.backend, { signInPath: "/sign-in" });
  visitor = createNextTest(memory);
});

const holdRefresh = () => visitor.jar.cookies.set(`__Host-${HOLD_COOKIE}`, "1");

it("a page reads the request before it creates the backend, because a build has no backend", async () => {
  const { getBackend } = createPageHelpers(() => {
    throw new Error("SUPABASE_URL is missing");
  });
  await expect(getBackend()).rejects.toThrow("was called outside a request");
  expect(await visitor.page("/", getBackend)).toMatchObject({
    error: { message: "SUPABASE_URL is missing" },
  });
});

describe("a page's session check", () => {
  it("returns the session of a signed-in user", async () => {
    await visitor.signIn();
    const value = { status: "authenticated" };
    expect(await visitor.page("/", app.getSession)).toMatchObject({ value });
    expect(await visitor.page("/", () => app.requireSession())).toMatchObject({ value });
  });

  it.each([
    ["its own path", { next: "/o/acme?x=1" }, {}, "/sign-in?next=%2Fo%2Facme%3Fx%3D1"],
    ["the path of the proxy", {}, { [PATH_HEADER]: "/o/b" }, "/sign-in?next=%2Fo%2Fb"],
    ["no path", {}, {}, "/sign-in"],
    ["a path of another site", {}, { [PATH_HEADER]: "//evil.test" }, "/sign-in"],
    ["the sign-in page", { next: "/sign-in?next=%2Fo" }, {}, "/sign-in"],
    ["a handler's path", { next: "/auth/confirm" }, {}, "/sign-in"],
  ])(
    "redirects a visitor to the sign-in page, with `next` only for the path of a page: %s",
    async (_name, options, sent, location) => {
      const outcome = await visitor.page("/", () => app.requireSession(options), { headers: sent });
      expect(outcome).toEqual({ kind: "redirect", location });
    },
  );

  it("redirects a user with an expired session to a refresh, but throws if a refresh failed a moment ago", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    const read = () => app.requireSession({ next: "/o" });
    expect(await visitor.page("/o", read)).toEqual({
      kind: "redirect",
      location: "/auth/refresh?next=%2Fo",
    });
    holdRefresh();
    expect(await visitor.page("/o", read)).toMatchObject({
      error: { code: "service_unavailable" },
    });
  });

  it("redirects a user with a damaged session cookie to a refresh", async () => {
    await visitor.signIn();
    const broken = createNextBackend(memory.backend);
    const session = visitor.jar.cookies.get("__Host-sb-session") ?? "";
    visitor.jar.cookies.set("__Host-sb-session", session.slice(0, -20));
    const outcome = await visitor.page(
      "/o",
      broken.page("/o", () => "shown"),
    );
    expect(outcome).toMatchObject({ location: "/auth/refresh?next=%2Fo" });
  });

  it("does not refresh a token that is about to expire, because a page cannot set cookies", async () => {
    await visitor.signIn();
    memory.clock.skip(3_590_000);
    const outcome = await visitor.page("/", app.getSession);
    expect(outcome).toMatchObject({ value: { status: "authenticated" } });
    expect(memory.count("/auth/v1/token")).toBe(0);
  });

  it("resolves the session once per request", async () => {
    await visitor.signIn();
    const seen: unknown[] = [];
    await visitor.page("/", async () => {
      seen.push(await app.getSession(), await app.getSession());
      seen.push(await app.getBackend(), await app.getBackend());
    });
    expect(new Set(seen).size).toBe(2);
  });
});

describe("page()", () => {
  const options = { params: { org: "acme" } };

  it("passes session, backend and parameters to the page function", async () => {
    await visitor.signIn();
    const show = app.page("/o/[org]", async ({ session, backend, params, searchParams }) => {
      const isSame = (await backend.session()) === session;
      return `${session.claims.role} ${params.org} ${searchParams.x} ${isSame}`;
    });
    expect(await visitor.page("/o/acme?x=1", show, options)).toEqual({
      kind: "value",
      value: "authenticated acme 1 true",
    });
  });

  it("redirects a visitor to the sign-in page with path and query in `next`", async () => {
    const show = app.page("/(staff)/o/[org]/files/[[...path]]", () => "shown");
    const files = (path: string, params: { org: string; path?: string[] }) =>
      visitor.page(path, show, { params });
    expect(await files("/o/acme/files?x=1&x=2", { org: "acme" })).toEqual({
      kind: "redirect",
      location: "/sign-in?next=%2Fo%2Facme%2Ffiles%3Fx%3D1%26x%3D2",
    });
    expect(await files("/o/acme/files/a/b", { org: "acme", path: ["a", "b"] })).toMatchObject({
      location: "/sign-in?next=%2Fo%2Facme%2Ffiles%2Fa%2Fb",
    });
    expect(
      await visitor.page(
        "/",
        app.page("/", () => "shown"),
      ),
    ).toMatchObject({
      location: "/sign-in",
    });
    expect(
      await visitor.page(
        "/?x=1",
        app.page("/", () => "shown"),
      ),
    ).toMatchObject({
      location: "/sign-in?next=%2F%3Fx%3D1",
    });
    expect(await visitor.page("/", () => app.page("/o", () => "shown")({}))).toMatchObject({
      location: "/sign-in?next=%2Fo",
    });
  });

  it("renders onUnavailable after one failed refresh, and prefers the page's option to the app's option", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    const choices = { onUnavailable: (error: BackendError) => `default ${error.code}` };
    app = createNextBackend(memory.backend, choices);
    const own = app.page("/o", () => "shown", { onUnavailable: () => "own" });
    const fallback = app.page("/o", () => "shown");
    expect(await visitor.page("/o", fallback)).toMatchObject({
      location: "/auth/refresh?next=%2Fo",
    });
    holdRefresh();
    expect(await visitor.page("/o", fallback)).toMatchObject({
      value: "default service_unavailable",
    });
    expect(await visitor.page("/o", own)).toMatchObject({ value: "own" });
    const bare = createNextBackend(memory.backend).page("/o", () => "shown");
    expect(await visitor.page("/o", bare)).toMatchObject({
      kind: "error",
      error: { code: "service_unavailable" },
    });
  });

  it("renders onUnavailable for an unavailable session, whatever the reason", async () => {
    const error = new BackendError({ kind: "auth", code: "token_invalid", message: "too new" });
    const session = async () => ({ status: "unavailable" as const, error });
    const server = { open: () => ({ session }), settings: app.sessions().settings };
    const helpers = createPageHelpers(() => server as unknown as SessionServer<unknown>);
    const onUnavailable = ({ code }: BackendError) => code;
    const show = helpers.page("/o", () => "shown", { onUnavailable });
    expect(await visitor.page("/o", show)).toMatchObject({ value: "token_invalid" });
  });

  it("renders onUnavailable for a network error that the page throws, and rethrows other errors", async () => {
    await visitor.signIn();
    const error = (kind: "network" | "database") =>
      new BackendError({ kind, code: "unknown" as never, message: "failed" });
    const failing = (run: () => never) =>
      visitor.page("/o", app.page("/o", run, { onUnavailable: () => "try again" }));
    const fail = (thrown: Error) =>
      failing(() => {
        throw thrown;
      });
    expect(await fail(error("network"))).toMatchObject({ value: "try again" });
    expect(await fail(error("database"))).toMatchObject({ error: { kind: "database" } });
    expect(await fail(new Error("broken"))).toMatchObject({ error: { message: "broken" } });
    expect(await failing(() => redirect("/x"))).toMatchObject({ location: "/x" });
    expect(await failing(() => notFound())).toEqual({ kind: "notFound" });
  });
});
