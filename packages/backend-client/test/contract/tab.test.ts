import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrowserBackend, createBrowserBackend } from "../../src/browser/browser-backend.js";
import { type Backend, defineBackend } from "../../src/config/define-backend.js";
import { unwrap } from "../../src/errors/backend-error.js";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import { toInitialSession } from "../../src/session/session.js";
import { createMemoryJar, type MemoryJar } from "../../src/testing/memory-jar.js";
import { createFakePage, createTabHub, type FakePage } from "../support/fake-page.js";
import { type SecretWatch, watchSecrets } from "../support/secret-watch.js";
import { openScene, type Scene } from "./scene.js";

const LIFETIME_MS = 3600 * 1000;

let scene: Scene;
let backend: Backend;
let sessions: SessionServer;
let watch: SecretWatch;
let box: MemoryJar;
let skewMs = 0;

beforeAll(async () => {
  scene = await openScene();
  const runtime = { now: () => Date.now() + skewMs };
  backend = defineBackend({ url: scene.anonymous.url, anonKey: scene.anonymous.anonKey, runtime });
  watch = watchSecrets(backend);
  sessions = createSessionServer(backend, watch.options);
}, 120_000);

afterAll(() => {
  watch?.stop();
  return scene?.close();
});

afterEach(() => expect(watch.leaks()).toEqual([]));

beforeEach(async () => {
  skewMs = 0;
  box = createMemoryJar();
  const request = sessions.open(box.request("/sign-in"));
  const account = { email: "mia@example.org", password: "correct horse battery staple" };
  unwrap(await request.auth.signInWithPassword(account));
  box.take(request.apply(new Response()));
});

interface Tab {
  client: BrowserBackend;
  page: FakePage;
  events: string[];
  calls: string[];
}

async function openTab(hub = createTabHub()): Promise<Tab> {
  const calls: string[] = [];
  const page = createFakePage(async (input, init = {}) => {
    const path = String(input);
    if (!path.startsWith("/auth/")) return fetch(input, init);
    calls.push(`${init.method} ${path}`);
    const marks = { "sec-fetch-site": "same-origin", origin: "http://app.test" };
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(marks)) headers.set(name, value);
    const { method = "GET", body = null } = init;
    return box.take(await sessions.handle(box.request(path, { method, body, headers })));
  }, hub);
  const rendered = await sessions.open(box.request("/")).session();
  const client = createBrowserBackend(backend, {
    environment: page.environment,
    initialSession: toInitialSession(rendered, backend.runtime.now()),
  });
  const events: string[] = [];
  client.session.subscribe((event, _, source) => events.push(`${event} ${source}`));
  client.start();
  await Promise.resolve();
  return { client, page, events, calls };
}

describe("a tab with a session server and the local backend", () => {
  it("authenticates its data calls with one session request", async () => {
    const { client, calls, events } = await openTab();
    const both = await Promise.all([client.db.rpc("whoami"), client.db.from("notes").select()]);
    expect(both.map(({ error }) => error)).toEqual([null, null]);
    expect(both[0]?.data).toBe("authenticated");
    expect(calls).toEqual(["GET /auth/session"]);
    expect(events).toEqual(["INITIAL_SESSION local"]);
  });

  it("gets the same new token as another tab when a refresh is due, and each tab emits TOKEN_REFRESHED once", async () => {
    const hub = createTabHub();
    const first = await openTab(hub);
    const second = await openTab(hub);
    const token = await first.client.session.getAccessToken();
    expect(await second.client.session.getAccessToken()).toBe(token);
    const due = LIFETIME_MS - 60_000;
    skewMs = due;
    await Promise.all([first.page.clock.advance(due), second.page.clock.advance(due)]);
    await expect
      .poll(
        async () =>
          new Set([
            await first.client.session.getAccessToken(),
            await second.client.session.getAccessToken(),
          ]).size,
      )
      .toBe(1);
    expect(await first.client.session.getAccessToken()).not.toBe(token);
    expect((await first.client.db.rpc("whoami")).data).toBe("authenticated");
    for (const { events } of [first, second]) {
      expect(events.filter((event) => event.startsWith("TOKEN_REFRESHED"))).toHaveLength(1);
    }
  });

  it("continues after an outage of the auth service", async () => {
    const { client, page, events } = await openTab();
    await client.session.getAccessToken();
    const disarm = scene.faults.add({ path: "/auth/v1/token", status: 503, times: 50 });
    skewMs = LIFETIME_MS + 60_000;
    await page.clock.advance(skewMs);
    await expect(client.session.getAccessToken()).rejects.toMatchObject({ retryable: true });
    expect(client.session.get()?.status).toBe("authenticated");
    disarm();
    // The service dates tokens by the real time. Move the SDK's clock back, so that a new token is
    // not already expired.
    skewMs = LIFETIME_MS - 60_000;
    await page.clock.advance(3_000);
    expect(await client.session.getAccessToken()).toMatch(/^ey/);
    expect(events).not.toContain("SIGNED_OUT local");
    expect(events).not.toContain("SIGNED_OUT server");
  });

  it("removes the session from the other tab, the cookies and the service after a sign-out", async () => {
    const hub = createTabHub();
    const first = await openTab(hub);
    const second = await openTab(hub);
    const token = await first.client.session.getAccessToken();
    expect(await first.client.session.signOut()).toEqual({ data: null, error: null });
    expect(box.header()).not.toContain("sb-session");
    await expect.poll(() => second.events.at(-1)).toBe("SIGNED_OUT tab");
    const { data, error } = await second.client.db.from("notes").select();
    expect([data, error]).toMatchObject([null, { kind: "auth", code: "session_missing" }]);
    const headers = { apikey: scene.anonymous.anonKey, authorization: `Bearer ${token}` };
    expect((await fetch(`${scene.anonymous.url}/auth/v1/user`, { headers })).status).toBe(403);
  });

  it("emits USER_UPDATED after a server action changed the user", async () => {
    const { client, events } = await openTab();
    await client.session.getAccessToken();
    const action = sessions.open(box.request("/account"));
    unwrap(await action.auth.updateUser({ data: { name: "Mia" } }));
    box.take(action.apply(new Response()));
    const rendered = await sessions.open(box.request("/account")).session();
    client.session.accept(toInitialSession(rendered, backend.runtime.now()));
    expect(events).toEqual(["INITIAL_SESSION local", "USER_UPDATED server"]);
  });
});
