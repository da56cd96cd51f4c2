import { describe, expect, it } from "vitest";
import { createFakePage, type FakePage } from "../../test/support/fake-page.js";
import { createFakeSessionServer } from "../../test/support/fake-session-server.js";
import type { PublicSession } from "../session/session.js";
import { createVirtualClock, settlePromises } from "../testing/virtual-clock.js";
import { createSessionClient } from "./session-client.js";
import { sessionHandler } from "./session-http.js";
import { createToldEvents } from "./told-events.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function createClient({ environment }: FakePage, initialSession?: PublicSession) {
  const handler = sessionHandler("/auth", environment);
  const told = createToldEvents(environment, "session");
  return createSessionClient({ handler, environment, told, initialSession });
}

function createTab(user: string | null = "ana", initial?: PublicSession) {
  const clock = createVirtualClock();
  const server = createFakeSessionServer(clock);
  if (user) server.signIn(user);
  const page = createFakePage(server.fetch, undefined, clock);
  const initialSession = initial ?? server.rendered();
  const session = createClient(page, initialSession);
  const events: string[] = [];
  session.subscribe((event, { status }, source) => events.push(`${event} ${status} ${source}`));
  return { clock, server, page, session, events };
}

describe("getAccessToken", () => {
  it("asks the server once for any number of callers, then answers from memory", async () => {
    const { session, server } = createTab();
    const all = await Promise.all(Array.from({ length: 20 }, () => session.getAccessToken()));
    expect(new Set(all)).toEqual(new Set(["ana-1"]));
    expect(await session.getAccessToken()).toBe("ana-1");
    expect(server.calls).toEqual(["GET /auth/session"]);
  });

  it("fails closed when nobody is signed in, asking nobody", async () => {
    const { session, server } = createTab(null);
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: "session_missing" });
    expect(server.calls).toEqual([]);
  });

  it("refreshes once when 119 s or less are left, not before", async () => {
    const { session, server, clock } = createTab();
    await session.getAccessToken();
    await clock.advance((3600 - 120) * 1000);
    expect(await session.getAccessToken()).toBe("ana-1");
    await clock.advance(1000);
    const both = await Promise.all([session.getAccessToken(), session.getAccessToken()]);
    expect(both).toEqual(["ana-2", "ana-2"]);
    expect(server.calls).toEqual(["GET /auth/session", "POST /auth/refresh"]);
  });

  it.each(["unavailable", "gateway", "network"] as const)(
    "keeps answering the valid token while the refresh fails (%s)",
    async (how) => {
      const { session, server, clock, events } = createTab();
      await session.getAccessToken();
      server.fail(how);
      await clock.advance((3600 - 60) * 1000);
      expect(await session.getAccessToken()).toBe("ana-1");
      expect(await session.getAccessToken()).toBe("ana-1");
      expect(server.calls.length).toBe(2);
      expect(session.get()?.status).toBe("authenticated");
      expect(events).toEqual(["INITIAL_SESSION authenticated local"]);
    },
  );

  it.each(["unavailable", "gateway", "network"] as const)(
    "throws without hammering when the token is over and the server fails (%s), then recovers",
    async (how) => {
      const { session, server, clock, events } = createTab();
      await session.getAccessToken();
      server.fail(how);
      await clock.advance(3601 * 1000);
      for (let call = 0; call < 5; call++) {
        await expect(session.getAccessToken()).rejects.toMatchObject({ kind: "network" });
      }
      expect(server.calls.length).toBe(2);
      server.fail(null);
      await clock.advance(2_000);
      expect(await session.getAccessToken()).toBe("ana-2");
      expect(events.filter((event) => event.startsWith("SIGNED_OUT"))).toEqual([]);
    },
  );

  it("ends a hanging call at its deadline", async () => {
    const { session, server, clock } = createTab();
    server.hold();
    const token = session.getAccessToken().catch((error) => error.code);
    await clock.advance(9_999);
    expect(await Promise.race([token, settlePromises().then(() => "waiting")])).toBe("waiting");
    await clock.advance(1);
    expect(await token).toBe("timeout");
  });

  it("lets one caller go without ending what others wait for", async () => {
    const { session, server } = createTab();
    const open = server.hold();
    const controller = new AbortController();
    const leaving = session.getAccessToken({ signal: controller.signal });
    const staying = session.getAccessToken();
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: "aborted" });
    open();
    expect(await staying).toBe("ana-1");
  });
});

describe("Retry-After", () => {
  it("is believed for a minute at most: one bad header does not lock the tab", async () => {
    const { session, server, clock } = createTab();
    server.fail("limited");
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: "rate_limited" });
    server.fail(null);
    await clock.advance(59_999);
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: "rate_limited" });
    await clock.advance(1);
    expect(await session.getAccessToken()).toBe("ana-1");
  });
});

describe("refresh", () => {
  it("asks again when it is forced while an older question is out, once for all", async () => {
    const { session, server } = createTab();
    const open = server.hold();
    const token = session.getAccessToken();
    const forced = Promise.all([1, 2, 3].map(() => session.refresh({ force: true })));
    open();
    expect(await token).toBe("ana-1");
    expect((await forced).map(({ status }) => status)).toEqual(Array(3).fill("authenticated"));
    expect(await session.getAccessToken()).toBe("ana-2");
    expect(server.calls).toEqual(["GET /auth/session", "POST /auth/refresh"]);
  });

  it("is not answered by a question for the session that waits beside it", async () => {
    const { session, server } = createTab();
    const open = server.hold();
    void session.getAccessToken();
    const all = [session.reload("tab"), session.refresh({ force: true }), session.reload("tab")];
    open();
    await Promise.all(all);
    expect(server.calls).toEqual(["GET /auth/session", "GET /auth/session", "POST /auth/refresh"]);
  });

  const AWAY = { code: "aborted" };
  it.each(["refresh", "reload", "signOut"] as const)(
    "%s lets its caller go, and goes on",
    async (name) => {
      const { session, server } = createTab();
      const controller = new AbortController();
      const { signal } = controller;
      const open = server.hold();
      const left = {
        refresh: () => session.refresh({ force: true, signal }),
        reload: () => session.reload("server", { signal }),
        signOut: () => session.signOut({ signal }),
      }[name]();
      controller.abort();
      expect(await left).toMatchObject({ error: AWAY });
      open();
      await settlePromises();
      const isOut = name === "signOut";
      expect(session.get()?.status).toBe(isOut ? "unauthenticated" : "authenticated");
      if (!isOut)
        expect(await session.getAccessToken()).toBe(name === "refresh" ? "ana-2" : "ana-1");
      expect(server.calls).toHaveLength(1);
    },
  );
});

describe("lifetime", () => {
  it.each([DAY, -DAY])("survives a device date that is %i ms off from the start", async (shift) => {
    const { session, server, clock } = createTab();
    clock.setDate(clock.now() + shift);
    await session.getAccessToken();
    for (let minute = 0; minute < 30; minute++) {
      await clock.advance(MINUTE);
      await session.tick();
    }
    expect(server.calls).toEqual(["GET /auth/session"]);
  });

  it.each([
    [DAY, 5],
    [-DAY, 59],
  ])("refreshes once, and in time, when the date jumps by %i ms", async (shift, minutes) => {
    const { session, server, clock } = createTab();
    await session.getAccessToken();
    clock.setDate(clock.now() + shift);
    for (let tick = 0; tick < minutes * 2; tick++) {
      await clock.advance(30_000);
      await session.tick();
    }
    expect(server.calls).toEqual(["GET /auth/session", "POST /auth/refresh"]);
    expect(session.get()?.status).toBe("authenticated");
  });
});

describe("tick", () => {
  it("refreshes a due token, announces it once, and leaves hidden pages alone", async () => {
    const { session, server, clock, page, events } = createTab();
    await session.getAccessToken();
    await clock.advance((3600 - 100) * 1000);
    page.hide(true);
    await session.tick();
    expect(server.calls).toEqual(["GET /auth/session"]);
    page.hide(false);
    await session.tick();
    await session.tick();
    expect(server.calls).toEqual(["GET /auth/session", "POST /auth/refresh"]);
    expect(events).toEqual([
      "INITIAL_SESSION authenticated local",
      "TOKEN_REFRESHED authenticated local",
    ]);
  });

  it("asks nothing while no token is held", async () => {
    const { session, server } = createTab();
    await session.tick();
    expect(server.calls).toEqual([]);
  });
});

describe("signOut", () => {
  it("ends the session with one event", async () => {
    const { session, events } = createTab();
    await session.getAccessToken();
    expect(await session.signOut()).toEqual({ data: null, error: null });
    expect(session.get()).toEqual({ status: "unauthenticated" });
    expect(events).toEqual([
      "INITIAL_SESSION authenticated local",
      "SIGNED_OUT unauthenticated local",
    ]);
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: "session_missing" });
  });

  it("wins over an answer that was on its way", async () => {
    const { session, server, events } = createTab();
    const open = server.hold();
    const late = session.getAccessToken();
    late.catch(() => undefined);
    await settlePromises();
    const out = session.signOut();
    await settlePromises();
    open();
    await out;
    await expect(late).rejects.toMatchObject({ code: "session_missing" });
    expect(session.get()).toEqual({ status: "unauthenticated" });
    expect(events.at(-1)).toBe("SIGNED_OUT unauthenticated local");
  });

  it("wins also over the first answer of a tab that knew nothing yet", async () => {
    const { server, page } = createTab();
    const session = createClient(page);
    const open = server.hold();
    const late = session.getAccessToken().catch((error) => error.code);
    await settlePromises();
    const out = session.signOut();
    await settlePromises();
    open();
    await out;
    expect(await late).toBe("session_missing");
    expect(session.get()).toEqual({ status: "unauthenticated" });
  });

  it("is not undone by a page rendered before it", async () => {
    const { session, server, events } = createTab();
    const stale = server.rendered();
    await session.signOut();
    session.accept(stale);
    expect(session.get()).toEqual({ status: "unauthenticated" });
    expect(events.length).toBe(2);
  });

  it("changes nothing when the server did not confirm it", async () => {
    const { session, server, events } = createTab();
    await session.getAccessToken();
    server.fail("network");
    expect((await session.signOut()).error).toMatchObject({ code: "unreachable" });
    expect(session.get()?.status).toBe("authenticated");
    expect(events).toEqual(["INITIAL_SESSION authenticated local"]);
  });
});

describe("events from the server", () => {
  it("tells a sign-in that a form made", async () => {
    const { session, server, events } = createTab(null);
    await settlePromises();
    server.signIn("ana");
    session.accept(server.rendered());
    expect(events).toEqual([
      "INITIAL_SESSION unauthenticated local",
      "SIGNED_IN authenticated server",
    ]);
  });

  it("tells each counted event once, however often the page is rendered", async () => {
    const { session, server, events } = createTab();
    await session.getAccessToken();
    server.happen("USER_UPDATED");
    session.accept(server.rendered());
    session.accept(server.rendered());
    await session.getAccessToken();
    expect(events).toEqual([
      "INITIAL_SESSION authenticated local",
      "USER_UPDATED authenticated server",
    ]);
    expect(server.calls.length).toBe(2);
  });

  it("ignores an older page of the same session", async () => {
    const { session, server, events } = createTab();
    await settlePromises();
    const stale = server.rendered();
    server.happen("USER_UPDATED");
    session.accept(server.rendered());
    session.accept(stale);
    session.accept(server.rendered());
    expect(events.length).toBe(2);
  });

  it("asks the server before it believes a page that says nobody is signed in", async () => {
    const { session, server, events } = createTab();
    session.accept({ status: "unauthenticated" });
    await settlePromises();
    expect(session.get()?.status).toBe("authenticated");
    server.signOut();
    session.accept({ status: "unauthenticated" });
    await settlePromises();
    expect(events.at(-1)).toBe("SIGNED_OUT unauthenticated server");
    expect(server.calls.length).toBe(2);
  });

  it("tells a change of user and forgets the former user's token", async () => {
    const { session, server, events } = createTab();
    expect(await session.getAccessToken()).toBe("ana-1");
    const former = server.rendered();
    server.signIn("bea");
    session.accept(server.rendered());
    expect(await session.getAccessToken()).toBe("bea-1");
    session.accept(former);
    expect(await session.getAccessToken()).toBe("bea-1");
    expect(events).toEqual([
      "INITIAL_SESSION authenticated local",
      "SIGNED_IN authenticated server",
    ]);
  });

  it("tells a new session of the same user", async () => {
    const { session, server, events } = createTab();
    await settlePromises();
    server.signIn("ana", "another-session");
    session.accept(server.rendered());
    expect(events.at(-1)).toBe("SIGNED_IN authenticated server");
  });

  it("ignores what a former session of the same user still says", async () => {
    const { session, server, events } = createTab();
    await settlePromises();
    const former = server.rendered();
    server.signIn("ana", "another-session");
    session.accept(server.rendered());
    session.accept(former);
    expect(session.get()).toMatchObject({ claims: { session_id: "another-session" } });
    expect(events).toHaveLength(2);
  });

  it("never takes an outage in a rendered page for a sign-out", async () => {
    const { session, events } = createTab();
    await settlePromises();
    const error = {
      name: "BackendError",
      kind: "auth",
      code: "refresh_due",
      message: "",
      retryable: true,
    } as const;
    session.accept({ status: "unavailable", error });
    expect(session.get()?.status).toBe("authenticated");
    expect(events.length).toBe(1);
  });
});

describe("listeners", () => {
  it("of any change may throw without keeping a call from its token", async () => {
    const { session } = createTab();
    const thrown: unknown[] = [];
    process.once("uncaughtException", (error) => thrown.push(error));
    let heard = 0;
    session.onChange(() => {
      throw new Error("listener");
    });
    session.onChange(() => heard++);
    expect(await session.getAccessToken()).toBe("ana-1");
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toBe(1);
    expect(thrown).toHaveLength(1);
  });

  it("hear INITIAL_SESSION first, also when something happens in the same breath", async () => {
    const { session, server } = createTab(null);
    const events: string[] = [];
    session.subscribe((event, { status }) => events.push(`${event} ${status}`));
    server.signIn("ana");
    session.accept(server.rendered());
    await settlePromises();
    expect(events).toEqual(["INITIAL_SESSION unauthenticated", "SIGNED_IN authenticated"]);
  });
});

describe("subscribe", () => {
  it("survives a listener that throws, awaits, unsubscribes or calls back", async () => {
    const { session, events } = createTab();
    const thrown: unknown[] = [];
    const keep = (error: unknown) => thrown.push(error);
    process.once("uncaughtException", keep);
    session.subscribe((event) => {
      if (event === "SIGNED_OUT") throw new Error("listener");
    });
    const again: string[] = [];
    const stop = session.subscribe((event) => {
      again.push(event);
      stop();
      void session.getAccessToken().catch(() => undefined);
    });
    await session.signOut();
    await new Promise((resolve) => setImmediate(resolve));
    expect(events.at(-1)).toBe("SIGNED_OUT unauthenticated local");
    expect(again).toHaveLength(1);
    expect(thrown).toHaveLength(1);
  });
});
