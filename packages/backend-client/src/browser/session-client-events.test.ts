import { describe, expect, it } from "vitest";
import { createClient, createTab } from "../../test/support/fake-tab.js";
import { settlePromises } from "../testing/virtual-clock.js";

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
