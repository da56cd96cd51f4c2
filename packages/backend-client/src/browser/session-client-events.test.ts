import { describe, expect, it } from "vitest";
import { createClient, createTab } from "../../test/support/fake-tab.js";
import { settlePromises } from "../testing/virtual-clock.js";

describe("sign-out in a tab", () => {
  it("ends the session and emits SIGNED_OUT once", async () => {
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

  it("discards a session response that arrives after the sign-out", async () => {
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

  it("discards the tab's first session response if it arrives after the sign-out", async () => {
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

  it("is not undone by a page that the server rendered before the sign-out", async () => {
    const { session, server, events } = createTab();
    const stale = server.rendered();
    await session.signOut();
    session.accept(stale);
    expect(session.get()).toEqual({ status: "unauthenticated" });
    expect(events.length).toBe(2);
  });

  it("keeps the session when the server cannot be reached", async () => {
    const { session, server, events } = createTab();
    await session.getAccessToken();
    server.fail("network");
    expect((await session.signOut()).error).toMatchObject({ code: "unreachable" });
    expect(session.get()?.status).toBe("authenticated");
    expect(events).toEqual(["INITIAL_SESSION authenticated local"]);
  });
});

describe("a tab that learns of an event on the server", () => {
  it("emits SIGNED_IN when a form on the page signed the user in", async () => {
    const { session, server, events } = createTab(null);
    await settlePromises();
    server.signIn("ana");
    session.accept(server.rendered());
    expect(events).toEqual([
      "INITIAL_SESSION unauthenticated local",
      "SIGNED_IN authenticated server",
    ]);
  });

  it("emits each event once, even if the page renders several times", async () => {
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

  it("ignores a page that the server rendered before the session's latest event", async () => {
    const { session, server, events } = createTab();
    await settlePromises();
    const stale = server.rendered();
    server.happen("USER_UPDATED");
    session.accept(server.rendered());
    session.accept(stale);
    session.accept(server.rendered());
    expect(events.length).toBe(2);
  });

  it("checks the session with the server before it treats a page without a user as a sign-out", async () => {
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

  it("emits SIGNED_IN for another user and discards the previous user's token", async () => {
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

  it("emits SIGNED_IN for a new session of the same user", async () => {
    const { session, server, events } = createTab();
    await settlePromises();
    server.signIn("ana", "another-session");
    session.accept(server.rendered());
    expect(events.at(-1)).toBe("SIGNED_IN authenticated server");
  });

  it("keeps the new session when it receives a page that was rendered for the user's previous session", async () => {
    const { session, server, events } = createTab();
    await settlePromises();
    const former = server.rendered();
    server.signIn("ana", "another-session");
    session.accept(server.rendered());
    session.accept(former);
    expect(session.get()).toMatchObject({ claims: { session_id: "another-session" } });
    expect(events).toHaveLength(2);
  });

  it("emits no SIGNED_OUT when a rendered page reports an unavailable session", async () => {
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
  it("that throw an error do not make getAccessToken fail", async () => {
    const { session } = createTab();
    const thrown: unknown[] = [];
    process.once("uncaughtException", (error) => thrown.push(error));
    let received = 0;
    session.onChange(() => {
      throw new Error("listener");
    });
    session.onChange(() => received++);
    expect(await session.getAccessToken()).toBe("ana-1");
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toBe(1);
    expect(thrown).toHaveLength(1);
  });

  it("receive INITIAL_SESSION first, even if another event happens in the same tick", async () => {
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
  it("notifies every listener, even if one throws an error and one unsubscribes itself", async () => {
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
