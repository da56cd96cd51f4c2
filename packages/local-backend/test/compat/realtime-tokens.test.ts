import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { join, openScene, type Scene, SERIALIZERS } from "./realtime-scene.ts";
import { MIA, TOM, tokenOf } from "./storage-people.ts";

/** Replaces the clock and the timers. The fake time also advances with real time. */
const holdTimers = () =>
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], shouldAdvanceTime: true });

describe.each(SERIALIZERS)("Realtime with serializer %s", (vsn) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(vsn);
    await scene.database.query("alter publication supabase_realtime add table public.notes");
  });

  afterEach(() => {
    vi.useRealTimers();
    scene.hangUp();
  });
  afterAll(() => scene.close());

  describe("for a channel's token", () => {
    test("refuses a join with an expired or an unreadable token", async () => {
      for (const token of [
        "nonsense",
        await tokenOf(scene.backend, MIA, { lifetimeSeconds: -5 }),
      ]) {
        const { status, reason } = await join(await scene.connect({ token }), "lobby");
        expect(status).toBe("CHANNEL_ERROR");
        expect(reason).toMatch(/^InvalidJWTToken: /);
      }
    });

    test("closes the channel with a system message when the token expires", async () => {
      holdTimers();
      const token = await tokenOf(scene.backend, MIA, { lifetimeSeconds: 20 });
      const { system, received, closed } = await join(
        await scene.connect({ token }),
        `user:${MIA}`,
      );
      const witness = await join(await scene.asPerson(MIA), `user:${MIA}`);
      await scene.send("before", `user:${MIA}`);
      await expect.poll(() => received.map(({ event }) => event)).toContain("before");
      vi.advanceTimersByTime(20_000);
      await closed;
      await scene.send("after", `user:${MIA}`);
      await expect.poll(() => witness.received.at(-1)?.event).toBe("after");
      expect(system).toMatchObject([{ status: "error", message: "Token has expired" }]);
      expect(received.map(({ event }) => event)).not.toContain("after");
    });

    test("delivers nothing after the token expires, even if the expiry timer has not fired yet", async () => {
      const token = await tokenOf(scene.backend, MIA, { lifetimeSeconds: 3600 });
      const listener = await scene.connect({ token });
      const { system, received, closed } = await join(listener, `user:${MIA}`);
      const changes: unknown[] = [];
      const tables = listener.channel("tables");
      tables.on("postgres_changes", { event: "*", schema: "public", table: "notes" }, (change) =>
        changes.push(change),
      );
      const ready = new Promise((resolve) => tables.on("system", {}, resolve));
      tables.subscribe();
      await ready;
      const outlives = await tokenOf(scene.backend, MIA, { lifetimeSeconds: 3 * 3600 });
      const lasting = await scene.connect({ token: outlives });
      const own = await join(lasting, `user:${MIA}`);
      const service = await scene.connect({ key: "secret" });

      vi.useFakeTimers({ toFake: ["Date"] });
      vi.setSystemTime(Date.now() + 3600_000);
      await scene.send("late", `user:${MIA}`);
      await service.from("notes").insert({ user_id: MIA, body: "late" });
      await closed;
      await expect.poll(() => own.received.at(-1)?.event).toBe("late");
      await expect.poll(() => tables.state).toBe("closed");
      expect(system).toMatchObject([{ status: "error", message: "Token has expired" }]);
      expect(received).toEqual([]);
      expect(changes).toEqual([]);
    });

    test("keeps the channel open if the client renews its token before the token expires", async () => {
      holdTimers();
      const brief = await tokenOf(scene.backend, TOM, { lifetimeSeconds: 20 });
      const client = await scene.connect({ token: brief });
      const config = { private: true, broadcast: { ack: true } };
      const { channel, received, system } = await join(client, `user:${TOM}`, config);
      const short = await join(await scene.connect({ token: brief }), `user:${TOM}`);
      const fresh = await tokenOf(scene.backend, TOM);
      client.realtime.accessToken = async () => fresh;
      await client.realtime.setAuth();
      // The server answers in order, so the reply shows that it has processed the token.
      expect(await channel.send({ type: "broadcast", event: "mark", payload: {} })).toBe("ok");
      vi.advanceTimersByTime(20_000);
      await short.closed;
      await scene.send("still here", `user:${TOM}`);
      await expect.poll(() => received.map(({ event }) => event)).toEqual(["still here"]);
      expect(system).toEqual([]);
      expect(channel.state).toBe("joined");
    });

    test("closes the channel if the user may not read it with a new token", async () => {
      const strong = await tokenOf(scene.backend, MIA, { claims: { aal: "aal2" } });
      const weak = await tokenOf(scene.backend, MIA, { claims: { aal: "aal1" } });
      const client = await scene.connect({ token: strong });
      const { status, system, closed } = await join(client, "vault");
      expect(status).toBe("SUBSCRIBED");
      client.realtime.accessToken = async () => weak;
      await client.realtime.setAuth();
      await closed;
      expect(system).toMatchObject([
        {
          status: "error",
          message: "You no longer have permission to read from this Channel topic: vault",
        },
      ]);
      expect((await join(await scene.connect({ token: weak }), "vault")).reason).toMatch(
        /^Unauthorized: /,
      );
    });
  });
});
