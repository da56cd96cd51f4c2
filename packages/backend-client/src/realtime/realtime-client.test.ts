import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRealtimeScene as createScene } from "../../test/support/realtime-scene.js";
import { BackendError } from "../errors/backend-error.js";
import { sessionMissing } from "../errors/session-missing.js";

const SECOND = 1_000;

function unavailable(): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: "auth is down",
    retryable: true,
  });
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-15T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

describe("joining a channel", () => {
  it("opens one socket and sends one join with a token for two subscribers", async () => {
    const { server, subscribe } = createScene();
    await pass(SECOND);
    expect(server.opened()).toBe(0);
    const first = subscribe();
    const second = subscribe();
    await pass(0);
    expect([server.opened(), server.joins.length]).toEqual([1, 1]);
    expect(server.joins[0]).toMatch(/^token-/);
    server.push("broadcast", { type: "broadcast", event: "changed", payload: {} });
    await pass(0);
    expect([first.received, second.received]).toEqual([["changed"], ["changed"]]);
  });

  it("sends one join and no leave when a component resubscribes at once, as in Strict Mode", async () => {
    const { server, subscribe } = createScene();
    subscribe().unsubscribe();
    const again = subscribe();
    await pass(5 * SECOND);
    expect([server.joins.length, server.leaves()]).toEqual([1, 0]);
    expect(again.statuses.at(-1)).toBe("joined");
  });

  it("opens a new socket for a subscriber that arrives after all others have unsubscribed", async () => {
    const { server, subscribe } = createScene();
    const only = subscribe();
    await pass(0);
    only.unsubscribe();
    only.unsubscribe();
    await pass(5 * SECOND);
    expect(server.leaves()).toBe(1);
    const later = subscribe();
    await pass(SECOND);
    expect(later.statuses.at(-1)).toBe("joined");
    expect(server.opened()).toBe(2);
  });

  it("opens no socket until a user is signed in", async () => {
    const { server, subscribe, refuse, realtime } = createScene();
    refuse(sessionMissing("test"));
    const { statuses } = subscribe();
    await pass(60 * SECOND);
    expect([server.opened(), server.joins]).toEqual([0, []]);
    expect(statuses.at(-1)).toBe("signed-out session_missing");
    refuse(null);
    realtime.identityChanged();
    await pass(0);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("waits while the session is unavailable, instead of joining with an old token", async () => {
    const { server, subscribe, refuse } = createScene();
    refuse(unavailable());
    const { statuses } = subscribe();
    await pass(3 * SECOND);
    expect(server.opened()).toBe(0);
    expect(statuses.at(-1)).toBe("lost service_unavailable");
    refuse(null);
    await pass(15 * SECOND);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("retries with a new token when the server rejects the first token as expired", async () => {
    const { server, subscribe } = createScene();
    server.answerJoins({ reason: "InvalidJWTToken: Token has expired" });
    const { statuses } = subscribe();
    await pass(SECOND / 2);
    server.answerJoins("ok");
    await pass(2 * SECOND);
    expect(server.joins).toHaveLength(2);
    expect(server.joins[1]).not.toBe(server.joins[0]);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("retries when the server does not respond to a join within 10 s", async () => {
    const { server, subscribe } = createScene();
    server.answerJoins("silence");
    const { statuses } = subscribe();
    await pass(10 * SECOND);
    expect(statuses.at(-1)).toBe("lost join_timeout");
    server.answerJoins("ok");
    await pass(2 * SECOND);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("calls onGap on the first join only if the subscriber passes readAt", async () => {
    const { subscribe } = createScene();
    const plain = subscribe();
    const rendered = subscribe({ readAt: 123 });
    await pass(SECOND);
    expect([plain.gaps, rendered.gaps]).toEqual([[], [123]]);
  });
});

describe("a lost connection", () => {
  it("is followed by a reconnect with a fresh token, and onGap receives the start of the gap", async () => {
    const { server, subscribe } = createScene();
    const { gaps, statuses } = subscribe();
    await pass(0);
    const joinedAt = Date.now();
    await pass(10 * SECOND);
    server.drop();
    await pass(2 * SECOND);
    expect(server.opened()).toBe(2);
    expect(server.joins).toHaveLength(2);
    expect(server.joins[1]).not.toBe(server.joins[0]);
    expect(gaps).toEqual([joinedAt]);
    expect(statuses).toEqual(["joining", "joined", "lost", "joining", "joined"]);
  });

  it("is noticed within 35 s when the socket no longer responds", async () => {
    const { server, subscribe } = createScene();
    const { statuses } = subscribe();
    await pass(0);
    server.setAlive(false);
    await pass(35 * SECOND);
    expect(statuses.at(-1)).toBe("lost");
    server.setAlive(true);
    await pass(20 * SECOND);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("is not assumed while the socket still responds, even if no messages arrive", async () => {
    const { server, subscribe } = createScene();
    subscribe();
    await pass(10 * 60 * SECOND);
    expect([server.opened(), server.joins.length]).toEqual([1, 1]);
  });

  it("is followed by a reconnect after the machine slept, and onGap receives the start of the gap", async () => {
    const { server, subscribe, wake } = createScene();
    const { gaps } = subscribe();
    await pass(0);
    const joinedAt = Date.now();
    vi.setSystemTime(Date.now() + 60 * 60 * SECOND);
    wake();
    await pass(SECOND);
    expect(server.opened()).toBe(2);
    expect(gaps).toEqual([joinedAt]);
  });

  it("is followed by an immediate reconnect when the page wakes up during the reconnect delay", async () => {
    const { server, subscribe, wake } = createScene();
    const { statuses } = subscribe();
    await pass(0);
    server.drop();
    await pass(10);
    expect(statuses.at(-1)).toBe("lost");
    wake();
    await pass(10);
    expect(statuses.at(-1)).toBe("joined");
  });
});

describe("the realtime client", () => {
  it("rejoins a channel on the same socket after the server has closed the channel", async () => {
    const { server, subscribe } = createScene();
    const { gaps } = subscribe();
    await pass(SECOND);
    server.push("phx_close", {});
    await pass(3 * SECOND);
    expect([server.opened(), server.joins.length]).toEqual([1, 2]);
    expect(gaps).toHaveLength(1);
  });

  it("sends the renewed token to joined channels", async () => {
    const { server, subscribe, realtime } = createScene();
    subscribe();
    await pass(0);
    const before = server.tokens.length;
    realtime.tokenRefreshed();
    await pass(0);
    expect(server.tokens.length).toBe(before + 1);
  });

  it("delivers no messages and joins no channel after the user signs out", async () => {
    const { server, subscribe, realtime, refuse } = createScene();
    const { received, statuses } = subscribe();
    await pass(0);
    refuse(sessionMissing("test"));
    realtime.identityChanged();
    await pass(60 * SECOND);
    server.push("broadcast", { type: "broadcast", event: "late", payload: {} });
    await pass(0);
    expect(received).toEqual([]);
    expect(statuses.at(-1)).toBe("signed-out session_missing");
    expect(server.joins).toHaveLength(1);
  });

  it("returns socket_closed for a message to a channel that is not joined", async () => {
    const { subscribe, server } = createScene();
    server.answerJoins("silence");
    const { send } = subscribe();
    await pass(0);
    expect((await send("changed", {})).error).toMatchObject({ code: "socket_closed" });
  });
});

describe("callbacks of channel subscribers", () => {
  it("run, and the channel is joined, even if another callback throws an error", async () => {
    const { server, subscribe } = createScene();
    const thrown: unknown[] = [];
    const keep = (error: unknown) => thrown.push(error);
    process.on("uncaughtException", keep);
    const fail = () => {
      throw new Error("callback");
    };
    subscribe({ onStatus: fail, onBroadcast: fail, onGap: fail, onPresence: fail, readAt: 1 });
    const { received, statuses } = subscribe();
    await pass(0);
    server.push("broadcast", { type: "broadcast", event: "changed", payload: {} });
    await pass(0);
    process.off("uncaughtException", keep);
    expect(statuses).toEqual(["joining", "joined"]);
    expect(received).toEqual(["changed"]);
    expect(new Set(thrown.map(String))).toEqual(new Set(["Error: callback"]));
  });

  it("are not called for a subscriber that another callback unsubscribed", async () => {
    const { subscribe } = createScene();
    const second = { unsubscribe: (): void => undefined };
    subscribe({ onStatus: (status) => status === "joined" && second.unsubscribe() });
    const { statuses, unsubscribe } = subscribe();
    second.unsubscribe = unsubscribe;
    await pass(0);
    expect(statuses).toEqual(["joining"]);
  });
});

it.each(["send", "track", "untrack"] as const)(
  "the method %s of a subscription returns `aborted` when the call's signal aborts",
  async (name) => {
    const { subscribe, server } = createScene();
    const subscription = subscribe();
    await pass(0);
    server.setAlive(false);
    const controller = new AbortController();
    const { signal } = controller;
    const left = {
      send: () => subscription.send("changed", {}, { signal }),
      track: () => subscription.track({}, { signal }),
      untrack: () => subscription.untrack({ signal }),
    }[name]();
    controller.abort();
    expect(await left).toMatchObject({ data: null, error: { kind: "network", code: "aborted" } });
  },
);

it("the realtime client rejoins its channels when it is closed and reopened", async () => {
  const { subscribe, server, realtime } = createScene();
  realtime.reopen();
  expect(server.opened()).toBe(0);
  const { statuses } = subscribe();
  await pass(0);
  realtime.close();
  await pass(0);
  expect(statuses.at(-1)).toBe("lost");
  realtime.reopen();
  await pass(0);
  expect(statuses.at(-1)).toBe("joined");
  expect(server.joins).toHaveLength(2);
});
