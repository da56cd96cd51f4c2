import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedProject, startProject } from "./projects.ts";

let project: StartedProject;
let member: SupabaseClient;
let stranger: SupabaseClient;

beforeAll(async () => {
  project = await startProject("chat");
  member = await project.person("member@example.com");
  stranger = await project.person("stranger@example.com");
  const user_id = (await member.auth.getUser()).data.user?.id;
  const rooms = [
    { id: 1, slug: "lobby" },
    { id: 2, slug: "attic" },
  ];
  expect((await project.service.from("rooms").insert(rooms)).error).toBeNull();
  await project.service.from("room_members").insert({ room_id: 1, user_id });
});
afterAll(async () => {
  for (const client of [member, stranger]) await client?.removeAllChannels();
  await project?.backend.stop();
});

function join(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status) => resolve(status));
  });
}

test("starts without a warning if a migration creates the extensions pg_cron and pg_net", () => {
  expect(project.lines).toEqual([]);
});

test("delivers a chat message only to members, both as a database change and as a broadcast", async () => {
  const received: Record<string, unknown[]> = { member: [], stranger: [] };
  for (const [name, client] of Object.entries({ member, stranger })) {
    await client.realtime.setAuth();
    const changes = client
      .channel("changes")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "messages" }, (change) =>
        received[name]?.push(change.new.message),
      );
    expect(await join(changes)).toBe("SUBSCRIBED");
  }
  const room = member.channel("room:lobby", { config: { private: true } });
  const broadcast = new Promise((resolve) => {
    room.on("broadcast", { event: "INSERT" }, ({ payload }) => resolve(payload.record.message));
  });
  expect(await join(room)).toBe("SUBSCRIBED");
  const closed = stranger.channel("room:lobby", { config: { private: true } });
  expect(await join(closed)).toBe("CHANNEL_ERROR");

  const written = await member.from("messages").insert({ room_id: 1, message: "hello" });
  expect(written.error).toBeNull();
  expect(await broadcast).toBe("hello");
  await expect.poll(() => received.member).toEqual(["hello"]);
  expect(received.stranger).toEqual([]);
  const elsewhere = await member.from("messages").insert({ room_id: 2, message: "x" });
  expect(elsewhere.error?.code).toBe("42501");
});

test("stores the migration's schedules in cron.job, and the first schedule's statement runs", async () => {
  const database = new pg.Client(project.backend.urls.db);
  await database.connect();
  const { rows } = await database.query(
    "select jobname, schedule, command from cron.job order by 1",
  );
  expect(rows).toMatchObject([
    { jobname: "archive-quiet-rooms", schedule: "30 3 * * *" },
    { jobname: "nightly-ping", schedule: "0 0 * * *" },
  ]);
  await database.query(rows[0].command);
  const archived = await database.query("select slug from public.rooms where is_archived");
  expect(archived.rows).toEqual([{ slug: "attic" }]);
  await database.end();
});
