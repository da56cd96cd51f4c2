import { beforeEach, expect, it, vi } from "vitest";
import { defineBackend } from "../../config/define-backend.js";
import { createMemoryBackend, type MemoryBackend } from "../index.js";
import { createNextTest } from "./next-test.js";
import { createNextBackend } from "./replaced-backend.js";

const fetched = vi.fn(async () => new Response(null, { status: 500 }));
const own = defineBackend({
  url: "http://127.0.0.1:1",
  anonKey: "sb_publishable_own",
  runtime: { fetch: fetched },
});
const app = createNextBackend(own, { signInPath: "/enter", protect: ["/o"] });

let memory: MemoryBackend;
beforeEach(() => {
  memory = createMemoryBackend({
    rest: ({ claims }) => Response.json([claims?.email ?? "visitor"]),
  });
  fetched.mockClear();
});

it("the functions of createNextBackend use the test visitor's backend with the app's options", async () => {
  const visitor = createNextTest(memory);
  const page = app.page(
    "/o/[org]",
    async ({ backend }) => (await backend.db.from("x").select()).data,
  );
  const options = { params: { org: "a" } };
  expect(await visitor.page("/o/a", page, options)).toMatchObject({
    location: "/enter?next=%2Fo%2Fa",
  });
  expect((await visitor.request("/o/a", app.proxy)).status).toBe(307);
  const nonce = app.withSession((_request, { responseHeaders }) => responseHeaders.set("x-a", "1"));
  expect((await visitor.request("/", nonce)).headers.get("x-a")).toBe("1");

  await visitor.signIn({ user: memory.auth.createUser({ email: "mia@example.org" }) });
  expect(await visitor.page("/o/a", page, options)).toMatchObject({ value: ["mia@example.org"] });
  const email = { value: "mia@example.org" };
  const read = async () => (await app.requireSession()).claims.email;
  expect(await visitor.page("/", read)).toMatchObject(email);
  const act = app.action(async ({ session }, _form: FormData) => session.claims.email);
  expect(await visitor.action("/", () => act(new FormData()))).toMatchObject(email);
  const guest = app.guestAction(async ({ backend }, name: string) =>
    backend.anonymous.db.from(name).select(),
  );
  expect(await visitor.action("/", () => guest("x"))).toMatchObject({
    value: { data: ["visitor"] },
  });
  const rest = await visitor.page("/", async () => ({
    session: (await app.getSession()).status,
    backend: (await (await app.getBackend()).session()).status,
    config: await app.clientState().config,
    cached: (await app.cachedAnonymous().db.from("x").select()).data,
    isSame: app.sessions().settings.signInPath,
  }));
  expect(rest).toMatchObject({
    value: {
      ...{ session: "authenticated", backend: "authenticated", cached: ["visitor"] },
      config: { url: memory.backend.url },
      isSame: "/enter",
    },
  });
  for (const method of ["GET", "HEAD"] as const) {
    const response = await visitor.request("/auth/session", app.handlers[method], { method });
    expect(response.status).toBe(200);
  }
  const out = await visitor.request("/auth/sign-out", app.handlers.POST, { method: "POST" });
  expect(await out.json()).toMatchObject({ status: "unauthenticated" });
  expect(fetched).not.toHaveBeenCalled();
});

it("test visitors with different backends each use their own backend", async () => {
  const other = createMemoryBackend();
  const address = async () => (await app.clientState().config).url;
  for (const one of [memory, other, memory]) {
    const outcome = await createNextTest(one).page("/", address);
    expect(outcome).toMatchObject({ value: one.backend.url });
  }
});

it("code that runs outside a test visitor uses the app's own backend", async () => {
  expect(app.cachedAnonymous()).toBeDefined();
  await app.cachedAnonymous().db.from("x").select();
  expect(fetched).toHaveBeenCalled();
  expect(() => createNextBackend(own, { basePath: "auth" })).toThrow(/basePath/);
});
