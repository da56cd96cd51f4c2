import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRealtimeScene as createScene } from "../../test/support/realtime-scene.js";

const SECOND = 1_000;
const FORBID = { reason: "Unauthorized: no" };

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-15T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

describe("a channel that the server forbids", () => {
  it("is not retried within a minute, but is joined when the user changes", async () => {
    const { server, subscribe, realtime } = createScene();
    server.answerJoins({ reason: "Unauthorized: no" });
    const { statuses } = subscribe();
    await pass(60 * SECOND);
    expect(server.joins).toHaveLength(1);
    expect(statuses.at(-1)).toBe("refused unauthorized");
    server.answerJoins("ok");
    realtime.identityChanged();
    await pass(SECOND);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("is retried when the next token arrives", async () => {
    const { server, subscribe, realtime } = createScene();
    server.answerJoins({ reason: "Unauthorized: no" });
    const { statuses } = subscribe();
    await pass(SECOND);
    server.answerJoins("ok");
    realtime.tokenRefreshed();
    await pass(SECOND);
    expect(server.joins).toHaveLength(2);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("is retried when another subscriber arrives", async () => {
    const { server, subscribe } = createScene();
    server.answerJoins(FORBID);
    const first = subscribe();
    await pass(SECOND);
    const again = subscribe();
    await pass(SECOND);
    expect(again.statuses).toEqual(["refused unauthorized", "joining", "refused unauthorized"]);
    expect(server.joins).toHaveLength(2);
    server.answerJoins("ok");
    subscribe();
    await pass(SECOND);
    expect(first.statuses.at(-1)).toBe("joined");
    expect(server.joins).toHaveLength(3);
  });

  it("is retried if a new token arrived while the refused join was pending", async () => {
    const { server, subscribe, realtime } = createScene();
    server.answerJoins("silence");
    const { statuses } = subscribe();
    await pass(SECOND);
    realtime.tokenRefreshed();
    await pass(0);
    server.answerJoins("ok");
    server.refuseSilent(FORBID.reason);
    await pass(SECOND);
    expect(statuses).toEqual(["joining", "joined"]);
  });
});
