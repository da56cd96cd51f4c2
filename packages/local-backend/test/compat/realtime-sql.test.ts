import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { join, openScene, type Scene, SERIALIZERS } from "./realtime-scene.ts";
import { MIA, TOM } from "./storage-people.ts";

describe.each(SERIALIZERS)("Realtime with serializer %s", (vsn) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(vsn);
  });

  afterEach(() => scene.hangUp());
  afterAll(() => scene.close());

  describe("for messages from SQL", () => {
    test("delivers messages from SQL after the commit, in order, with an id, on the named channel", async () => {
      const mia = await join(await scene.asPerson(MIA), `user:${MIA}`);
      const tom = await join(await scene.asPerson(TOM), `user:${TOM}`);
      await scene.database.query("begin");
      for (let n = 1; n <= 20; n += 1) await scene.send("changed", `user:${MIA}`, true, { n });
      expect(mia.received).toEqual([]);
      await scene.database.query("commit");
      await expect.poll(() => mia.received).toHaveLength(20);
      expect(mia.received.map(({ payload }) => (payload as { n: number }).n)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      expect(mia.received[0]?.payload).toEqual({
        n: 1,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(tom.received).toEqual([]);
    });

    test("delivers no message of a transaction that is rolled back", async () => {
      const { received } = await join(await scene.asPerson(MIA), `user:${MIA}`);
      await scene.database.query("begin");
      await scene.send("gone", `user:${MIA}`);
      await scene.database.query("rollback");
      await scene.send("stayed", `user:${MIA}`);
      await expect.poll(() => received.map(({ event }) => event)).toEqual(["stayed"]);
    });

    test("delivers a message from SQL whose payload is larger than the NOTIFY limit", async () => {
      const { received } = await join(await scene.asPerson(MIA), `user:${MIA}`);
      await scene.send("large", `user:${MIA}`, true, { text: "x".repeat(100_000) });
      await expect.poll(() => received).toHaveLength(1);
      expect(received[0]?.payload).toMatchObject({ text: "x".repeat(100_000) });
    });

    test("delivers a public message from SQL only to public channels", async () => {
      const open = await join(await scene.asPerson(MIA), `user:${MIA}`, { private: false });
      const shut = await join(await scene.asPerson(MIA), `user:${MIA}`);
      await scene.send("public", `user:${MIA}`, false);
      await expect.poll(() => open.received.map(({ event }) => event)).toEqual(["public"]);
      expect(shut.received).toEqual([]);
    });

    test("delivers bytes from SQL unchanged, if the serializer supports them", async () => {
      const { received } = await join(await scene.asPerson(MIA), `user:${MIA}`);
      await scene.database.query("select realtime.send_binary('\\x00ff07', 'bytes', $1)", [
        `user:${MIA}`,
      ]);
      await scene.send("after", `user:${MIA}`);
      await expect.poll(() => received.at(-1)?.event).toBe("after");
      const bytes = received.find(({ event }) => event === "bytes")?.payload;
      expect(bytes === undefined).toBe(vsn === "1.0.0");
      if (bytes) expect([...new Uint8Array(bytes as ArrayBuffer)]).toEqual([0, 255, 7]);
    });

    test("broadcasts rows that a trigger passes to realtime.broadcast_changes()", async () => {
      await scene.database.query(`
      create function public.note_changed() returns trigger language plpgsql
        security definer set search_path = '' as $$
      begin
        perform realtime.broadcast_changes('user:' || coalesce(new.user_id, old.user_id)::text,
          tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger note_changed after insert or update or delete on public.notes
        for each row execute function public.note_changed();
    `);
      const { received } = await join(await scene.asPerson(MIA), `user:${MIA}`);
      const client = await scene.asPerson(MIA);
      await client.from("notes").insert({ body: "first" });
      await client.from("notes").update({ body: "second" }).eq("body", "first");
      await client.from("notes").delete().eq("body", "second");
      await expect
        .poll(() => received)
        .toMatchObject([
          {
            event: "INSERT",
            payload: {
              operation: "INSERT",
              schema: "public",
              table: "notes",
              record: { body: "first", user_id: MIA },
              old_record: null,
            },
          },
          {
            event: "UPDATE",
            payload: { record: { body: "second" }, old_record: { body: "first" } },
          },
          { event: "DELETE", payload: { record: null, old_record: { body: "second" } } },
        ]);
    });

    test("raises only a warning in realtime.send() and send_binary() if the role is not permitted to send messages", async () => {
      const { received } = await join(await scene.asPerson(MIA), `user:${MIA}`);
      const warnings: (string | undefined)[] = [];
      scene.database.on("notice", ({ message }) => warnings.push(message));
      await scene.database.query("begin; set local role anon");
      await scene.send("forged", `user:${MIA}`);
      await scene.database.query("select realtime.send_binary('\\x00', 'forged', $1)", [
        `user:${MIA}`,
      ]);
      await scene.database.query("commit");
      await scene.send("real", `user:${MIA}`);
      await expect.poll(() => received.map(({ event }) => event)).toEqual(["real"]);
      const refused = expect.stringMatching(/^ErrorSendingBroadcastMessage: .*row-level security/);
      expect(warnings).toEqual([refused, refused]);
    });

    test("completes a write even if its trigger is not permitted to send messages", async () => {
      await scene.database.query(`
        create table public.posts (id int primary key);
        grant select, insert on public.posts to authenticated;
        create function public.post_changed() returns trigger language plpgsql as $$
        begin
          perform realtime.broadcast_changes('user:${TOM}', tg_op, tg_op, tg_table_name,
            tg_table_schema, new, old);
          return null;
        end $$;
        create trigger post_changed after insert on public.posts
          for each row execute function public.post_changed();
      `);
      const { received } = await join(await scene.asPerson(TOM), `user:${TOM}`);
      const mia = await scene.asPerson(MIA);
      const post = () => mia.from("posts").upsert({ id: 1 }, { ignoreDuplicates: true });
      // PostgREST loads the new table asynchronously.
      await expect.poll(async () => (await post()).error).toBeNull();
      expect((await mia.from("posts").select("id")).data).toEqual([{ id: 1 }]);
      await scene.database.query("alter function public.post_changed() security definer");
      await mia.from("posts").insert({ id: 2 });
      await expect
        .poll(() => received.map(({ payload }) => payload))
        .toMatchObject([{ record: { id: 2 } }]);
    });

    test("keeps an id in the payload of a message from SQL, and realtime.topic() returns the message's topic", async () => {
      const { received } = await join(await scene.asPerson(MIA), `user:${MIA}`);
      await scene.send("named", `user:${MIA}`, true, { id: "mine" });
      await expect.poll(() => received.map(({ payload }) => payload)).toEqual([{ id: "mine" }]);
      await scene.database.query("begin");
      await scene.send("topic", `user:${MIA}`);
      const { rows } = await scene.database.query("select realtime.topic() as topic");
      await scene.database.query("rollback");
      expect(rows).toEqual([{ topic: `user:${MIA}` }]);
    });
  });
});
