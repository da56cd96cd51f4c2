import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { join, openScene, type Scene, SERIALIZERS } from "./realtime-scene.ts";
import { MIA, TOM, tokenOf } from "./storage-people.ts";

describe.each(SERIALIZERS)("Realtime with serializer %s", (vsn) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(vsn);
  });

  afterEach(() => scene.hangUp());
  afterAll(() => scene.close());

  describe("for private channels", () => {
    test("admits a user to a private channel only if a policy allows the user", async () => {
      const mine = await join(await scene.asPerson(MIA), `user:${MIA}`);
      expect(mine.status).toBe("SUBSCRIBED");
      const stranger = await join(await scene.asPerson(TOM), `user:${MIA}`);
      expect(stranger.status).toBe("CHANNEL_ERROR");
      expect(stranger.reason).toBe(
        `Unauthorized: You do not have permissions to read from this Channel topic: user:${MIA}`,
      );
      const anonymous = await join(await scene.connect(), `user:${MIA}`);
      expect(anonymous.reason).toMatch(/^Unauthorized: /);
      for (const key of ["secret", "serviceRole"] as const) {
        expect((await join(await scene.connect({ key }), `user:${MIA}`)).status).toBe("SUBSCRIBED");
      }
      for (const key of ["publishable", "anon"] as const) {
        const open = await join(await scene.connect({ key }), `user:${MIA}`, { private: false });
        expect(open.status).toBe("SUBSCRIBED");
      }
    });

    test("checks policies with a project's custom role if authenticator may switch to that role", async () => {
      await scene.database.query(`
        create role conductor noinherit;
        create role passenger noinherit;
        grant usage on schema realtime to conductor, passenger;
        grant select, insert on realtime.messages to conductor, passenger;
        grant conductor to authenticator;
        create policy "crew" on realtime.messages for all to conductor, passenger
          using (true) with check (true)`);
      const joined = async (role: string) => {
        const token = await tokenOf(scene.backend, TOM, { claims: { role } });
        return (await join(await scene.connect({ token }), "crew")).status;
      };
      expect(await joined("conductor")).toBe("SUBSCRIBED");
      expect(await joined("passenger")).toBe("CHANNEL_ERROR");
      expect(await joined("supabase_admin")).toBe("CHANNEL_ERROR");
    });

    test("delivers no private broadcast to a public channel with the same name", async () => {
      const inside = await join(await scene.asPerson(MIA), `user:${MIA}`, {
        private: true,
        broadcast: { self: true },
      });
      const outside = await join(await scene.asPerson(TOM), `user:${MIA}`, { private: false });
      await inside.channel.send({ type: "broadcast", event: "secret", payload: {} });
      await outside.channel.send({ type: "broadcast", event: "forged", payload: {} });
      await expect.poll(() => inside.received.map(({ event }) => event)).toEqual(["secret"]);
      await scene.send("from-sql", `user:${MIA}`);
      await expect.poll(() => inside.received).toHaveLength(2);
      expect(outside.received).toEqual([]);
    });

    test("discards and does not confirm a message of a member without the right to write", async () => {
      const config = { private: true, broadcast: { ack: true, self: true } };
      const one = await join(await scene.asPerson(MIA), "news", config);
      const two = await join(await scene.asPerson(TOM), "news", config);
      expect(one.status).toBe("SUBSCRIBED");
      const answer = await one.channel.send(
        { type: "broadcast", event: "forged", payload: {} },
        { timeout: 200 },
      );
      expect(answer).toBe("timed out");
      await scene.send("real", "news");
      await expect.poll(() => two.received.map(({ event }) => event)).toEqual(["real"]);
      await expect.poll(() => one.received.map(({ event }) => event)).toEqual(["real"]);
    });

    test("checks the rights to use broadcast and presence separately", async () => {
      const config = { private: true, presence: { key: "mia", enabled: true } };
      const news = await join(await scene.asPerson(MIA), "news", config);
      expect(await news.channel.track({})).toBe("error");
      const hall = await join(await scene.asPerson(MIA), "hall", config);
      expect(hall.status).toBe("SUBSCRIBED");
      expect(await hall.channel.track({})).toBe("error");
      const service = await join(await scene.connect({ key: "secret" }), "hall", {
        private: true,
        presence: { key: "service", enabled: true },
      });
      await service.channel.track({ here: true });
      await expect.poll(() => Object.keys(hall.channel.presenceState())).toEqual(["service"]);
      await service.channel.send({ type: "broadcast", event: "whisper", payload: {} });
      await service.channel.track({ here: false });
      await expect
        .poll(() => hall.channel.presenceState().service?.[0])
        .toMatchObject({ here: false });
      expect(hall.received).toEqual([]);
    });

    test("refuses a join if a policy fails, and keeps the socket usable", async () => {
      await scene.database.query(`create policy "breaks" on realtime.messages for select to authenticated
      using (realtime.topic() = 'broken' and (1 / (length(topic) - 6)) = 1)`);
      const mia = await scene.asPerson(MIA);
      const broken = await join(mia, "broken");
      expect(broken.status).toBe("CHANNEL_ERROR");
      await scene.database.query('drop policy "breaks" on realtime.messages');
      expect((await join(mia, "lobby")).status).toBe("SUBSCRIBED");
    });

    test("keeps a member's rights after a policy is dropped, and checks them again with the next token", async () => {
      const policy = (topic: string) => `create policy "brief" on realtime.messages for all
        to authenticated using (realtime.topic() = '${topic}') with check (realtime.topic() = '${topic}')`;
      const drop = 'drop policy "brief" on realtime.messages';
      await scene.database.query(policy("brief"));
      const config = { private: true, broadcast: { self: true, ack: true } };
      const client = await scene.asPerson(MIA, vsn);
      const { channel, received, system, closed } = await join(client, "brief", config);
      await scene.database.query(drop);
      expect(await channel.send({ type: "broadcast", event: "kept", payload: {} })).toBe("ok");
      await expect.poll(() => received.map(({ event }) => event)).toEqual(["kept"]);
      expect(system).toEqual([]);

      const fresh = await tokenOf(scene.backend, MIA, { lifetimeSeconds: 1800 });
      client.realtime.accessToken = async () => fresh;
      await client.realtime.setAuth();
      await closed;
      expect(system).toMatchObject([
        { status: "error", message: expect.stringMatching(/no longer have permission to read/) },
      ]);
    });

    test("still sends messages to a member whose new token may only read, and discards messages from the member", async () => {
      await scene.database.query(`
        create policy "all read" on realtime.messages for select to authenticated
          using (realtime.topic() = 'board');
        create policy "aal2 writes" on realtime.messages for insert to authenticated
          with check (realtime.topic() = 'board' and auth.jwt() ->> 'aal' = 'aal2');
      `);
      const tokenAt = (aal: string) => tokenOf(scene.backend, MIA, { claims: { aal } });
      const strong = await tokenAt("aal2");
      const client = await scene.connect({ token: strong });
      const config = { private: true, broadcast: { self: true } };
      const { channel, received, system } = await join(client, "board", config);
      await channel.send({ type: "broadcast", event: "strong", payload: {} });
      await expect.poll(() => received.map(({ event }) => event)).toEqual(["strong"]);
      const weak = await tokenAt("aal1");
      client.realtime.accessToken = async () => weak;
      await client.realtime.setAuth();
      await channel.send({ type: "broadcast", event: "weak", payload: {} });
      await scene.send("after", "board");
      await expect.poll(() => received.map(({ event }) => event)).toEqual(["strong", "after"]);
      expect(system).toEqual([]);
    });

    test("leaves no row in realtime.messages after it checks a member's rights", async () => {
      await scene.database.query("delete from realtime.messages");
      await join(await scene.asPerson(MIA), "lobby");
      const { rows } = await scene.database.query(
        "select count(*)::int as count from realtime.messages",
      );
      expect(rows).toEqual([{ count: 0 }]);
    });
  });
});
