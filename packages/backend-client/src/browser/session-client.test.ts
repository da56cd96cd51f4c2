import { describe, expect, it } from "vitest";
import { createTab } from "../../test/support/fake-tab.js";
import { settlePromises } from "../testing/virtual-clock.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("getAccessToken", () => {
  it("asks the server once for any number of callers, then returns the token from memory", async () => {
    const { session, server } = createTab();
    const all = await Promise.all(Array.from({ length: 20 }, () => session.getAccessToken()));
    expect(new Set(all)).toEqual(new Set(["ana-1"]));
    expect(await session.getAccessToken()).toBe("ana-1");
    expect(server.calls).toEqual(["GET /auth/session"]);
  });

  it("returns an error without a request when no user is signed in", async () => {
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
    "keeps returning the valid token while the refresh fails (%s)",
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
    "throws without repeated requests when the token has expired and the server fails (%s), then recovers",
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

  it("returns to one caller without ending the request for others", async () => {
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
  it("is limited to a minute, so one bad header does not lock the tab", async () => {
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
  it("sends one new forced request for all callers while an older request is pending", async () => {
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

  it("does not reuse the response of a waiting session request", async () => {
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
    "%s releases its caller and continues in the background",
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
  it.each([DAY, -DAY])(
    "is correct for a device date that is %i ms off from the start",
    async (shift) => {
      const { session, server, clock } = createTab();
      clock.setDate(clock.now() + shift);
      await session.getAccessToken();
      for (let minute = 0; minute < 30; minute++) {
        await clock.advance(MINUTE);
        await session.tick();
      }
      expect(server.calls).toEqual(["GET /auth/session"]);
    },
  );

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
  it("refreshes a due token, announces it once, and skips hidden pages", async () => {
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

  it("sends nothing without a token", async () => {
    const { session, server } = createTab();
    await session.tick();
    expect(server.calls).toEqual([]);
  });
});
