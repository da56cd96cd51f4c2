import { describe, expect, it } from "vitest";
import { createFakePage, createFakeStorage, createTabHub } from "../../test/support/fake-page.js";
import { createFakeSessionServer } from "../../test/support/fake-session-server.js";
import { defineBackend } from "../config/define-backend.js";
import type { SessionEvent } from "../session/events.js";
import { createVirtualClock, settlePromises } from "../testing/virtual-clock.js";
import { createBrowserBackend } from "./browser-backend.js";

const backend = defineBackend({ url: "http://backend.test", anonKey: "sb_publishable_test" });

function createBrowser() {
  const clock = createVirtualClock();
  const server = createFakeSessionServer(clock);
  const hub = createTabHub();
  const ofAllTabs = createFakeStorage();
  const stored: string[] = [];
  const spied = (storage: ReturnType<typeof createFakeStorage>) => ({
    getItem: storage.getItem,
    setItem(name: string, value: string) {
      stored.push(value);
      storage.setItem(name, value);
    },
  });
  const openTab = ({ mayStore = true } = {}) => {
    const storages = mayStore ? [createFakeStorage(), ofAllTabs].map(spied) : [];
    let leave = (): void => undefined;
    return {
      async load({ isRendered = true } = {}) {
        leave();
        const { environment } = createFakePage(server.fetch, hub, clock, storages);
        const initialSession = isRendered ? server.rendered() : undefined;
        const client = createBrowserBackend(backend, { environment, initialSession });
        const events: string[] = [];
        client.session.subscribe((event, _, source) => events.push(`${event} ${source}`));
        // React's Strict Mode starts the client, stops it and starts it again.
        client.start()();
        leave = client.start();
        await settlePromises();
        return { client, events };
      },
    };
  };
  return { server, hub, stored, openTab };
}

const INITIAL = "INITIAL_SESSION local";

describe("an event that happened on the server before a page load", () => {
  it.each<SessionEvent>([
    "SIGNED_IN",
    "PASSWORD_RECOVERY",
    "MFA_CHALLENGE_VERIFIED",
    "USER_UPDATED",
    "TOKEN_REFRESHED",
  ])("is emitted once by the next document: %s", async (event) => {
    const { server, openTab } = createBrowser();
    const tab = openTab();
    if (event !== "SIGNED_IN") server.signIn("ana");
    await tab.load();
    if (event === "SIGNED_IN") server.signIn("ana");
    else server.happen(event);
    expect((await tab.load()).events).toEqual([INITIAL, `${event} server`]);
    expect((await tab.load()).events).toEqual([INITIAL]);
  });

  it("reaches the tab if the event is a sign-out", async () => {
    const { server, openTab } = createBrowser();
    const tab = openTab();
    server.signIn("ana");
    await tab.load();
    server.signOut();
    expect((await tab.load()).events).toEqual([INITIAL, "SIGNED_OUT server"]);
    expect((await tab.load()).events).toEqual([INITIAL]);
  });

  it("reaches the first page that the browser opens, for example after a click on an email link", async () => {
    const { server, openTab } = createBrowser();
    server.signIn("ana");
    server.happen("PASSWORD_RECOVERY");
    expect((await openTab().load()).events).toEqual([INITIAL, "PASSWORD_RECOVERY server"]);
    expect((await openTab().load()).events).toEqual([INITIAL]);
  });

  it("reaches a page without an initial session through the page's first session request", async () => {
    const { server, openTab } = createBrowser();
    server.signIn("ana");
    server.happen("MFA_CHALLENGE_VERIFIED");
    const { client, events } = await openTab().load({ isRendered: false });
    expect(events).toEqual([]);
    await client.session.getAccessToken();
    await settlePromises();
    expect(events).toEqual([INITIAL, "MFA_CHALLENGE_VERIFIED server"]);
  });

  it("reaches every other open tab once", async () => {
    const { server, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    server.signIn("ana");
    await first.load();
    const other = await second.load();
    server.happen("MFA_CHALLENGE_VERIFIED");
    expect((await first.load()).events).toEqual([INITIAL, "MFA_CHALLENGE_VERIFIED server"]);
    expect(other.events).toEqual([INITIAL, "MFA_CHALLENGE_VERIFIED tab"]);
    expect((await second.load()).events).toEqual([INITIAL]);
  });

  it("is not emitted again by the next document if the open page already received the event", async () => {
    const { server, openTab } = createBrowser();
    const tab = openTab();
    server.signIn("ana");
    const { client, events } = await tab.load();
    server.happen("USER_UPDATED");
    client.session.accept(server.rendered());
    expect(events.at(-1)).toBe("USER_UPDATED server");
    expect((await tab.load()).events).toEqual([INITIAL]);
  });

  it("is not emitted by a browser's first page if the event is a token refresh", async () => {
    const { server, openTab } = createBrowser();
    server.signIn("ana");
    server.happen("TOKEN_REFRESHED");
    expect((await openTab().load()).events).toEqual([INITIAL]);
  });

  it("is not emitted if the browser denies the page its storage", async () => {
    const { server, openTab } = createBrowser();
    server.signIn("ana");
    const tab = openTab({ mayStore: false });
    expect((await tab.load()).events).toEqual([INITIAL]);
    expect((await tab.load()).events).toEqual([INITIAL]);
  });
});

it("the event log stores only ids and an event count", async () => {
  const { server, openTab, stored } = createBrowser();
  server.signIn("ana");
  const { client } = await openTab().load();
  await client.session.getAccessToken();
  const user = { id: "ana", sessionId: "session-of-ana" };
  expect(new Set(stored)).toEqual(new Set([JSON.stringify({ user, count: 1 })]));
  server.signOut();
  await client.session.reload("server");
  expect(stored.at(-1)).toBe(JSON.stringify({ user: null, count: 0 }));
});
