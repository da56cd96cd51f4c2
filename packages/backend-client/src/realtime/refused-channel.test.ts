import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRealtimeScene as createScene } from "../../test/support/realtime-scene.js";

const SECOND = 1_000;
const FORBID = { reason: "Unauthorized: no" };

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-15T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

describe("a channel that the server forbids", () => {
  it("does not try again what the server forbids, until the user changes", async () => {
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

  it("renews the token and joins once more when the server forbids it, then lets it be", async () => {
    const renewToken = vi.fn(async () => undefined);
    const { server, subscribe, realtime } = createScene({ renewToken });
    server.answerJoins({ reason: "Unauthorized: no" });
    const { statuses } = subscribe();
    await pass(10 * 60 * SECOND);
    expect(renewToken).toHaveBeenCalledTimes(1);
    expect(server.joins).toHaveLength(2);
    expect(statuses).toEqual(["joining", "refused unauthorized"]);
    realtime.identityChanged();
    await pass(SECOND);
    expect(renewToken).toHaveBeenCalledTimes(2);
    expect(server.joins).toHaveLength(4);
  });

  it("joins what the renewed token permits, and may renew it again after the next loss", async () => {
    const forbid = { reason: "Unauthorized: no" };
    const renewToken = vi.fn(async () => server.answerJoins("ok"));
    const { server, subscribe } = createScene({ renewToken });
    server.answerJoins(forbid);
    const { statuses } = subscribe();
    await pass(SECOND);
    expect(statuses).toEqual(["joining", "joined"]);
    await pass(60 * SECOND);
    server.answerJoins(forbid);
    server.push("phx_close", {});
    await pass(3 * SECOND);
    expect(renewToken).toHaveBeenCalledTimes(2);
    expect(statuses.at(-1)).toBe("joined");
  });

  it("asks again with the next token for what was refused", async () => {
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

  it("is asked for again by another subscriber, without another token", async () => {
    const renewToken = vi.fn(async () => undefined);
    const { server, subscribe } = createScene({ renewToken });
    server.answerJoins(FORBID);
    const first = subscribe();
    await pass(SECOND);
    const again = subscribe();
    await pass(SECOND);
    expect(again.statuses).toEqual(["refused unauthorized", "joining", "refused unauthorized"]);
    expect(server.joins).toHaveLength(3);
    server.answerJoins("ok");
    subscribe();
    await pass(SECOND);
    expect(first.statuses.at(-1)).toBe("joined");
    expect(server.joins).toHaveLength(4);
    expect(renewToken).toHaveBeenCalledTimes(1);
  });

  it("costs one renewal however often it is mounted", async () => {
    const renewToken = vi.fn(async () => undefined);
    const { server, subscribe } = createScene({ renewToken });
    server.answerJoins(FORBID);
    for (let mount = 0; mount < 5; mount++) {
      const { unsubscribe, statuses } = subscribe();
      await pass(2 * 60 * SECOND);
      expect(statuses.at(-1)).toBe("refused unauthorized");
      unsubscribe();
      await pass(2 * SECOND);
    }
    expect(renewToken).toHaveBeenCalledTimes(1);
  });

  it("shares its renewal with every other that is forbidden at the time", async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const renewToken = vi.fn(() => gate);
    const { server, subscribe } = createScene({ renewToken });
    server.answerJoins(FORBID);
    const all = ["a", "b", "c"].map((topic) => subscribe({ topic }));
    await pass(SECOND);
    server.answerJoins("ok");
    open();
    await pass(SECOND);
    expect(all.map(({ statuses }) => statuses.at(-1))).toEqual(["joined", "joined", "joined"]);
    expect(renewToken).toHaveBeenCalledTimes(1);
  });

  it("costs no renewal while the token is young", async () => {
    const renewToken = vi.fn(async () => undefined);
    const { server, subscribe, realtime } = createScene({ renewToken });
    realtime.tokenRefreshed();
    server.answerJoins(FORBID);
    const { statuses } = subscribe();
    await pass(SECOND);
    expect(statuses).toEqual(["joining", "refused unauthorized"]);
    expect(renewToken).not.toHaveBeenCalled();
  });

  it("asks again, without a renewal, when a token came while it was being refused", async () => {
    const renewToken = vi.fn(async () => undefined);
    const { server, subscribe, realtime } = createScene({ renewToken });
    server.answerJoins("silence");
    const { statuses } = subscribe();
    await pass(SECOND);
    realtime.tokenRefreshed();
    await pass(0);
    server.answerJoins("ok");
    server.refuseSilent(FORBID.reason);
    await pass(SECOND);
    expect(statuses).toEqual(["joining", "joined"]);
    expect(renewToken).not.toHaveBeenCalled();
  });
});
