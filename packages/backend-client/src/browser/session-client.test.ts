import { describe, expect, it } from "vitest";
import { createTab } from "../../test/support/fake-tab.js";
import { settlePromises } from "../testing/virtual-clock.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("getAccessToken", () => {
  it("sends one session request for all callers while the token is fresh", async () => {
    const { session, server } = createTab();
    const all = await Promise.all(Array.from({ length: 20 }, () => session.getAccessToken()));
    expect(new Set(all)).toEqual(new Set(["ana-1"]));
    expect(await session.getAccessToken()).toBe("ana-1");
    expect(server.calls).toEqual(["GET /auth/session"]);
  });

  it("throws without a request when no user is signed in", async () => {
    const { session, server } = createTab(null);
    await expect(session.getAccessToken()).rejects.toMatchObject({ code: "session_missing" });
    expect(server.calls).toEqual([]);
  });

  it("sends one refresh for parallel callers when the token expires in less than 120 s", async () => {
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
    "returns the current token, as long as the token is valid, while refreshes fail (%s)",
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
    "throws for an expired token while the server fails (%s), and returns a new token when the server works again",
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

  it("aborts a session request that gets no response within 10 s", async () => {
    const { session, server, clock } = createTab();
    server.hold();
    const token = session.getAccessToken().catch((error) => error.code);
    await clock.advance(9_999);
    expect(await Promise.race([token, settlePromises().then(() => "waiting")])).toBe("waiting");
    await clock.advance(1);
    expect(await token).toBe("timeout");
  });

  it("rejects only the caller that aborts, not other callers of the same request", async () => {
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
  it("pauses the tab's requests for at most a minute, even if the header names a longer time", async () => {
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

describe("the session client", () => {
  it("sends one forced refresh for all callers that request it while a session request is pending", async () => {
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

  it("sends a forced refresh as a separate request when a session request is already queued", async () => {
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
    "ends only the caller's wait, not the request, when the caller aborts %s()",
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

describe("a tab whose device date is wrong", () => {
  it.each([
    ["ahead", DAY],
    ["behind", -DAY],
  ])(
    "does not refresh the token in its first 30 minutes if the date is a day %s when the tab opens",
    async (_direction, shift) => {
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
    ["a day later", DAY, 5],
    ["a day earlier", -DAY, 59],
  ])(
    "refreshes the token once before the token expires if the date jumps to %s",
    async (_date, shift, minutes) => {
      const { session, server, clock } = createTab();
      await session.getAccessToken();
      clock.setDate(clock.now() + shift);
      for (let tick = 0; tick < minutes * 2; tick++) {
        await clock.advance(30_000);
        await session.tick();
      }
      expect(server.calls).toEqual(["GET /auth/session", "POST /auth/refresh"]);
      expect(session.get()?.status).toBe("authenticated");
    },
  );
});

describe("the periodic session check", () => {
  it("refreshes an expiring token only once, and only while the page is visible", async () => {
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

  it("sends no request while the tab has no token", async () => {
    const { session, server } = createTab();
    await session.tick();
    expect(server.calls).toEqual([]);
  });
});
