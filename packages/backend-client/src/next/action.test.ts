import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SESSION_COOKIE } from "../config/constants.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { createNextTest, type NextVisitor } from "../testing/next/index.js";
import { createNextBackend, type NextBackend } from "./create-next-backend.js";

const SESSION = `__Host-${SESSION_COOKIE}`;

let memory: MemoryBackend;
let app: NextBackend<unknown>;
let visitor: NextVisitor;

beforeEach(() => {
  memory = createMemoryBackend();
  app = createNextBackend(memory.backend, { signInPath: "/sign-in" });
  visitor = createNextTest(memory);
});

describe("an action", () => {
  it("receives a fresh session and its arguments unchanged", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    const before = visitor.jar.cookies.get(SESSION);
    const save = app.action(async ({ session }, previous: number, form: FormData) => ({
      user: session.claims.sub,
      previous,
      name: form.get("name"),
    }));
    const form = new FormData();
    form.set("name", "Ada");
    const outcome = await visitor.action("/", () => save(7, form));
    const [user] = memory.auth.users.keys();
    expect(outcome).toEqual({ kind: "value", value: { user, previous: 7, name: "Ada" } });
    expect(visitor.jar.cookies.get(SESSION)).not.toBe(before);
  });

  it("redirects a visitor to the sign-in page with the form's page in `next`", async () => {
    const run = vi.fn(async () => "ran");
    expect(await visitor.action("/o/acme/new?x=1", app.action(run))).toEqual({
      kind: "redirect",
      location: "/sign-in?next=%2Fo%2Facme%2Fnew%3Fx%3D1",
    });
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ["no Referer", ""],
    ["a Referer that is not an address", "form"],
    ["the sign-in page as Referer", "https://app.test/sign-in?next=%2Fo"],
    ["a handler as Referer", "https://app.test/auth/confirm"],
  ])("redirects a visitor with %s to the sign-in page without `next`", async (_name, referer) => {
    const sent = { headers: { referer } };
    const outcome = await visitor.action(
      "/",
      app.action(async () => "ran"),
      sent,
    );
    expect(outcome).toEqual({ kind: "redirect", location: "/sign-in" });
  });

  it("returns the result of its option onUnavailable during an outage, or throws without this option", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, status: 503 });
    const run = async (_context: unknown, _previous: string) => ({ ok: true, code: "" });
    const thrown = await visitor.action("/", () => app.action(run)("x"));
    expect(thrown).toMatchObject({ kind: "error", error: { kind: "network" } });
    const kept = app.action(run, {
      onUnavailable: (error, previous) => ({ ok: false, code: `${error.code} ${previous}` }),
    });
    expect(await visitor.action("/", () => kept("x"))).toEqual({
      kind: "value",
      value: { ok: false, code: "service_unavailable x" },
    });
    expect(visitor.jar.cookies.has(SESSION)).toBe(true);
  });

  it("sets the session cookies even if it redirects after signing the visitor in", async () => {
    memory.auth.createUser({ email: "a@b.test", password: "correct" });
    const signIn = app.guestAction(async ({ backend }, password: string) => {
      const { error } = await backend.auth.signInWithPassword({ email: "a@b.test", password });
      if (error) return error.code;
      redirect("/o");
    });
    const wrong = await visitor.action("/", () => signIn("wrong"));
    expect(wrong).toEqual({ kind: "value", value: "invalid_credentials" });
    expect(wrong.cookies).toEqual([]);
    const right = await visitor.action("/", () => signIn("correct"));
    expect(right).toEqual({ kind: "redirect", location: "/o" });
    expect(right.cookies).toMatchObject([{ name: SESSION, httpOnly: true }, {}, {}]);
    expect(visitor.jar.cookies.has(SESSION)).toBe(true);
  });

  it("clears the session when the action signs the user out", async () => {
    await visitor.signIn();
    const leave = app.action(async ({ backend }) => backend.auth.signOut({ scope: "local" }));
    const outcome = await visitor.action("/", leave);
    expect(outcome).toEqual({ kind: "value", value: { data: null, error: null } });
    expect(visitor.jar.cookies.has(SESSION)).toBe(false);
  });

  it("makes its refreshed session visible to the page that renders in the same request", async () => {
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    const outcome = await visitor.action("/", async () => [
      await app.action(async ({ session }) => session)(),
      await app.getSession(),
    ]);
    if (outcome.kind !== "value") throw outcome;
    const [session, next] = outcome.value;
    expect(session).toMatchObject({ status: "authenticated" });
    expect(next).toEqual(session);
  });

  it("hides the session from the page that renders in the same request when it signs the user out", async () => {
    await visitor.signIn();
    const outcome = await visitor.action("/", async () => {
      await app.action(async ({ backend }) => backend.auth.signOut({ scope: "local" }))();
      return app.getSession();
    });
    expect(outcome).toEqual({ kind: "value", value: { status: "unauthenticated" } });
  });

  it("runs the signedOut hook when the action signs the user out", async () => {
    const onSignedOut = vi.fn();
    const hooked = createNextBackend(memory.backend, { hooks: { signedOut: onSignedOut } });
    await visitor.signIn();
    await visitor.action(
      "/",
      hooked.guestAction(async ({ backend }) => backend.auth.signOut()),
    );
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reason: "user" }),
    );
  });
});

describe.each([
  ["no Origin", { origin: "" }],
  ["no Origin, from another site", { origin: "", "sec-fetch-site": "cross-site" }],
  ["the http Origin of an https site", { origin: "http://app.test" }],
  [
    "another Origin and the same X-Forwarded-Host",
    { origin: "https://evil.test", "x-forwarded-host": "evil.test" },
  ],
  ["another Origin", { origin: "https://evil.test" }],
  ["an Origin with another port", { origin: "https://app.test:8080" }],
  ["an opaque Origin", { origin: "null" }],
])("an action posted with %s", (_name, sent) => {
  it("does not run, sends no request and sets no cookie", async () => {
    const strict = createNextBackend(memory.backend, { origin: "https://app.test" });
    await visitor.signIn();
    memory.clock.skip(3_700_000);
    memory.calls.length = 0;
    const run = vi.fn(async () => "ran");
    for (const call of [strict.action(run), strict.guestAction(run)]) {
      const outcome = await visitor.action("/", call, {
        headers: { "sec-fetch-site": "", ...sent },
      });
      expect(outcome).toMatchObject({ error: { code: "origin_mismatch", status: 403 } });
      expect(outcome.cookies).toEqual([]);
    }
    expect(run).not.toHaveBeenCalled();
    expect(memory.calls).toEqual([]);
  });
});

it("an action trusts the host that a proxy forwards, if the app configures no origin", async () => {
  const call = app.guestAction(async () => (await headers()).get("host"));
  const direct = { host: "10.0.0.1", "x-forwarded-host": "", "sec-fetch-site": "" };
  const refused = await visitor.action("/", call, { headers: direct });
  expect(refused).toMatchObject({ error: { code: "origin_mismatch" } });
  const behind = { ...direct, "x-forwarded-host": "app.test" };
  expect(await visitor.action("/", call, { headers: behind })).toMatchObject({ value: "10.0.0.1" });
});

it("an action in an app with a basePath puts the form's page, without the basePath, in `next`", async () => {
  const prefixed = createNextBackend(memory.backend, { appPath: "/docs" });
  const act = prefixed.action(async () => "done");
  expect(await visitor.action("/docs/o/acme?x=1", act)).toMatchObject({
    location: "/sign-in?next=%2Fo%2Facme%3Fx%3D1",
  });
});
