import { afterEach, describe, expect, it } from "vitest";
import { defaultRuntime } from "../../src/config/runtime.js";
import type { BroadcastMessage, RealtimeControl } from "../../src/realtime/channel-options.js";
import type { RealtimeOptions } from "../../src/realtime/connection.js";
import { createRealtimeClient } from "../../src/realtime/realtime-client.js";
import type { Scene } from "./scene.js";

/** Divides delays by four, so that the tests wait less for reconnects. */
const runtime = {
  schedule: (run: () => void, milliseconds: number) =>
    defaultRuntime.schedule(run, milliseconds / 4),
};

export function describeRealtime(
  scene: () => Scene,
  lacking: [isLacking: boolean, reason: string] = [false, ""],
): void {
  describe("realtime", () => {
    const open: RealtimeControl[] = [];
    const connect = (options: RealtimeOptions) => {
      const realtime = createRealtimeClient({ ...options, runtime });
      open.push(realtime);
      return realtime;
    };
    const listen = (realtime: RealtimeControl, topic: string, readAt?: number) => {
      const received: BroadcastMessage[] = [];
      const statuses: string[] = [];
      const gaps: number[] = [];
      const subscription = realtime.subscribe({
        topic,
        readAt,
        onBroadcast: (message) => received.push(message),
        onStatus: (status, error) => statuses.push(error ? `${status} ${error.code}` : status),
        onGap: (since) => gaps.push(since),
      });
      return { received, statuses, gaps, ...subscription };
    };
    afterEach(() => {
      for (const realtime of open.splice(0)) realtime.close();
    });

    it("delivers a message on a private channel to other users, but not to its sender", async ({
      skip,
    }) => {
      skip(...lacking);
      const mia = listen(connect(scene().mia.options), "room");
      const tom = listen(connect(scene().tom.options), "room");
      await expect.poll(() => [...mia.statuses, ...tom.statuses]).toContain("joined");
      await expect.poll(() => tom.statuses.at(-1)).toBe("joined");
      await expect.poll(() => mia.statuses.at(-1)).toBe("joined");
      expect(await mia.send("changed", { request_id: "1" })).toEqual({ data: null, error: null });
      await expect
        .poll(() => tom.received)
        .toEqual([{ event: "changed", payload: { request_id: "1" } }]);
      expect(mia.received).toEqual([]);
    });

    it("refuses a channel that a policy does not allow", async ({ skip }) => {
      skip(...lacking);
      const tom = listen(connect(scene().tom.options), `user:${scene().mia.id}`);
      await expect.poll(() => tom.statuses.at(-1)).toBe("refused unauthorized");
      expect((await tom.send("forged", {})).error).toMatchObject({ code: "socket_closed" });
    });

    it("opens no socket when no user is signed in", async () => {
      let sockets = 0;
      class Counted extends WebSocket {
        constructor(...values: ConstructorParameters<typeof WebSocket>) {
          super(...values);
          sockets++;
        }
      }
      const getAccessToken = async () => scene().anonymous.anonKey;
      const realtime = connect({ ...scene().anonymous, getAccessToken, WebSocket: Counted });
      const { statuses } = listen(realtime, "room");
      await expect.poll(() => statuses.at(-1)).toBe("signed-out session_missing");
      expect(sockets).toBe(0);
    });

    it("reconnects after a lost connection, and reports the start of the gap in the messages", async ({
      skip,
    }) => {
      skip(...lacking);
      const sockets: WebSocket[] = [];
      class Kept extends WebSocket {
        constructor(...values: ConstructorParameters<typeof WebSocket>) {
          super(...values);
          sockets.push(this);
        }
      }
      const mia = listen(connect({ ...scene().mia.options, WebSocket: Kept }), "room");
      const tom = listen(connect(scene().tom.options), "room");
      await expect.poll(() => mia.statuses.at(-1)).toBe("joined");
      await expect.poll(() => tom.statuses.at(-1)).toBe("joined");
      const before = Date.now();
      sockets[0]?.close();
      await expect.poll(() => mia.gaps.length).toBe(1);
      expect(mia.gaps[0]).toBeLessThanOrEqual(before);
      expect(mia.statuses).toContain("lost");
      expect(mia.statuses.at(-1)).toBe("joined");
      await tom.send("after", {});
      await expect.poll(() => mia.received.map(({ event }) => event)).toEqual(["after"]);
    });

    it("reports a gap only to the subscriber with `readAt`, and this subscriber still receives messages after another one leaves", async ({
      skip,
    }) => {
      skip(...lacking);
      const realtime = connect(scene().mia.options);
      const first = listen(realtime, "room");
      const second = listen(realtime, "room", 1);
      await expect.poll(() => second.statuses.at(-1)).toBe("joined");
      expect([first.gaps, second.gaps]).toEqual([[], [1]]);
      first.unsubscribe();
      const tom = listen(connect(scene().tom.options), "room");
      await expect.poll(() => tom.statuses.at(-1)).toBe("joined");
      await tom.send("hello", {});
      await expect.poll(() => second.received.length).toBe(1);
      expect(first.received).toEqual([]);
    });

    it("reports the presence of other users until they untrack, and reports it to a late subscriber at once", async ({
      skip,
    }) => {
      skip(...lacking);
      const seen: string[][] = [];
      const mia = connect(scene().mia.options);
      mia.subscribe({
        topic: "room",
        onPresence: (state) =>
          seen.push(
            Object.values(state)
              .flat()
              .map(({ name }) => `${name}`),
          ),
      });
      const tom = listen(connect(scene().tom.options), "room");
      await expect.poll(() => tom.statuses.at(-1)).toBe("joined");
      expect(await tom.track({ name: "Tom" })).toEqual({ data: null, error: null });
      await expect.poll(() => seen.at(-1)).toEqual(["Tom"]);
      const late: string[][] = [];
      mia.subscribe({
        topic: "room",
        onPresence: (state) => late.push(Object.keys(state)),
      });
      expect(late).toHaveLength(1);
      expect(late[0]).toHaveLength(1);
      await tom.untrack();
      await expect.poll(() => seen.at(-1)).toEqual([]);
    });
  });
}
