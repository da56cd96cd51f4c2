import { describe, expect, it, vi } from "vitest";
import { createFakeFetch, onlyRequest } from "../../test/support/fake-fetch.js";
import { createFakePage, createTabHub } from "../../test/support/fake-page.js";
import { createFakeSessionServer } from "../../test/support/fake-session-server.js";
import { createFakeRealtimeServer } from "../../test/support/fake-socket.js";
import { defineBackend } from "../config/define-backend.js";
import { createVirtualClock, settlePromises } from "../testing/virtual-clock.js";
import { createBrowserBackend } from "./browser-backend.js";

const backend = defineBackend({ url: "http://backend.test", anonKey: "sb_publishable_test" });

function createTabs(count: number) {
  const clock = createVirtualClock();
  const server = createFakeSessionServer(clock);
  server.signIn("ana");
  const hub = createTabHub();
  const tabs = Array.from({ length: count }, () => {
    const page = createFakePage(server.fetch, hub, clock);
    const { environment } = page;
    const client = createBrowserBackend(backend, {
      environment,
      initialSession: server.rendered(),
    });
    const events: string[] = [];
    client.session.subscribe((event, _, source) => events.push(`${event} ${source}`));
    return { page, client, events, stop: client.start() };
  });
  return { clock, server, hub, tabs };
}

function pair<T>([first, second]: T[]): [T, T] {
  if (first === undefined || second === undefined) throw new Error("two tabs are needed");
  return [first, second];
}

describe("two tabs of one browser", () => {
  it("each emit SIGNED_OUT once when one of the tabs signs out", async () => {
    const { tabs } = createTabs(2);
    const [first, second] = pair(tabs);
    await settlePromises();
    await first.client.session.signOut();
    await settlePromises();
    expect(first.events).toEqual(["INITIAL_SESSION local", "SIGNED_OUT local"]);
    expect(second.events).toEqual(["INITIAL_SESSION local", "SIGNED_OUT tab"]);
    expect(second.client.session.get()).toEqual({ status: "unauthenticated" });
  });

  it("exchange one message, without tokens, when one of the tabs refreshes the session", async () => {
    const { tabs, hub, clock } = createTabs(2);
    const [first, second] = pair(tabs);
    await Promise.all([first, second].map(({ client }) => client.session.getAccessToken()));
    await clock.advance((3600 - 30) * 1000);
    expect(hub.sent.length).toBe(1);
    expect(JSON.stringify(hub.sent)).not.toContain("ana-");
    expect(first.events.concat(second.events).sort()).toEqual([
      "INITIAL_SESSION local",
      "INITIAL_SESSION local",
      "TOKEN_REFRESHED local",
      "TOKEN_REFRESHED tab",
    ]);
  });

  it("share no events after one client stops, and the stopped client sends no refresh", async () => {
    const { tabs, server, clock } = createTabs(2);
    const [first, second] = pair(tabs);
    await second.client.session.getAccessToken();
    second.stop();
    await first.client.session.signOut();
    await clock.advance(3600 * 1000);
    expect(second.events).toEqual(["INITIAL_SESSION local"]);
    expect(server.calls.filter((call) => call === "POST /auth/refresh")).toEqual([]);
  });
});

describe("a page from the back/forward cache", () => {
  it("stays hidden until the server confirms the same user", async () => {
    const { tabs, server } = createTabs(2);
    const [{ page }] = pair(tabs);
    const open = server.hold();
    page.restore();
    await settlePromises();
    expect(page.log).toEqual(["conceal"]);
    open();
    await settlePromises();
    expect(page.log).toEqual(["conceal", "reveal"]);
  });

  it.each([
    ["signed out", (server: ReturnType<typeof createFakeSessionServer>) => server.signOut()],
    ["another user", (server: ReturnType<typeof createFakeSessionServer>) => server.signIn("bea")],
    [
      "unknown because the server cannot be reached",
      (server: ReturnType<typeof createFakeSessionServer>) => server.fail("network"),
    ],
  ])("reloads and stays hidden when the user is %s", async (_, change) => {
    const { tabs, server } = createTabs(2);
    const [{ page }] = pair(tabs);
    await settlePromises();
    change(server);
    page.restore();
    await settlePromises();
    expect(page.log).toEqual(["conceal", "reload"]);
  });
});

/** The client imports its realtime code on demand, which can take seconds on a busy machine. */
const PATIENCE = { timeout: 15_000 };

describe("the realtime client of a tab", () => {
  it("rejoins its channels when the tab's client stops and then starts again", async () => {
    const realtime = createFakeRealtimeServer();
    vi.stubGlobal("WebSocket", realtime.WebSocket);
    try {
      const [tab] = createTabs(1).tabs;
      if (!tab) throw new Error("one tab is needed");
      const statuses: string[] = [];
      const onStatus = (status: string) => statuses.push(status);
      tab.client.realtime.subscribe({ topic: "room", onStatus });
      await vi.waitFor(() => expect(statuses).toEqual(["joining", "joined"]), PATIENCE);
      tab.stop();
      expect(statuses.at(-1)).toBe("lost");
      const stop = tab.client.start();
      await vi.waitFor(() => expect(statuses.at(-1)).toBe("joined"), PATIENCE);
      stop();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("a data, storage or function call", () => {
  it("returns session_missing without a request when no user is signed in", async () => {
    const { tabs, server } = createTabs(2);
    const [{ client }] = pair(tabs);
    await client.session.signOut();
    server.calls.length = 0;
    const results = await Promise.all([
      client.db.from("requests").select(),
      client.storage.from("documents").download("a.pdf"),
      client.functions.invoke("sweep"),
    ]);
    for (const { data, error } of results) {
      expect(data).toBeNull();
      expect(error).toMatchObject({ kind: "auth", code: "session_missing" });
    }
    expect(server.calls).toEqual([]);
  });
});

describe("the data client", () => {
  function createData() {
    const { fetch, requests } = createFakeFetch(() => Response.json([{ id: 1 }]));
    const page = createFakePage(fetch);
    const initialSession = { status: "unauthenticated" } as const;
    const { environment } = page;
    const { anonymous } = createBrowserBackend(backend, { environment, initialSession });
    return { db: anonymous.db, requests };
  }

  it("sends a query, with all its filters and options, only when the query is awaited", async () => {
    const { db, requests } = createData();
    const query = db.schema("public").from("requests").select("id").eq("id", 1).limit(2);
    expect(requests).toEqual([]);
    expect(await query).toMatchObject({ data: [{ id: 1 }], error: null });
    expect(onlyRequest(requests).url).toMatch(/requests\?select=id&id=eq.1&limit=2$/);
    expect(await db.rpc("count", { a: 1 })).toMatchObject({ error: null });
    expect(requests[1]?.body).toBe('{"a":1}');
  });

  it("has no `then` property, so an async function can return the data client", async () => {
    const { db, requests } = createData();
    expect(await Promise.resolve(db)).toBe(db);
    expect(requests).toEqual([]);
  });
});

describe("the storage client", () => {
  function createBucket() {
    const { fetch, requests } = createFakeFetch(() => Response.json({ Key: "documents/a" }));
    const page = createFakePage(fetch);
    const initialSession = { status: "unauthenticated" } as const;
    const { environment } = page;
    const { storage } = createBrowserBackend(backend, { environment, initialSession });
    return { bucket: storage.from("documents"), requests };
  }

  it("requires a signed-in user for `exists`, but not for public URLs and uploads to signed URLs", async () => {
    const { bucket, requests } = createBucket();
    const { data } = await bucket.getPublicUrl("a b.png", { transform: { width: 10 } });
    expect(data?.publicUrl).toBe(
      `${backend.url}/storage/v1/render/image/public/documents/a%20b.png?width=10`,
    );
    expect((await bucket.getPublicUrl("../a")).error).toMatchObject({ code: "invalid_path" });
    expect((await bucket.exists("a")).error).toMatchObject({ code: "session_missing" });
    expect(requests).toEqual([]);
    expect((await bucket.uploadToSignedUrl("a", "token", "text")).error).toBeNull();
    expect(onlyRequest(requests).url).toMatch(/object\/upload\/sign\/documents\/a\?token=token$/);
  });

  it("opens a bucket that has no `then` property, so an async function can return the bucket", async () => {
    const { bucket, requests } = createBucket();
    expect(await Promise.resolve(bucket)).toBe(bucket);
    expect(requests).toEqual([]);
  });
});

describe("window focus", () => {
  it("causes no request and no event while the token is fresh", async () => {
    const { tabs, server } = createTabs(2);
    const [{ client, page, events }] = pair(tabs);
    await client.session.getAccessToken();
    page.wake();
    await settlePromises();
    expect(events).toEqual(["INITIAL_SESSION local"]);
    expect(server.calls).toEqual(["GET /auth/session"]);
  });
});
