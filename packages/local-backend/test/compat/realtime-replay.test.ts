import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { join, openScene, type Scene, SERIALIZERS } from "./realtime-scene.ts";
import { MIA, TOM } from "./storage-people.ts";

describe.each(SERIALIZERS)("Realtime with serializer %s", (vsn) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene(vsn);
    for (let n = 1; n <= 30; n += 1) await scene.send(`e${n}`, "news");
    await scene.send("public", "news", false);
    // Wait until these messages are delivered, so that no test receives them live. `other` arrives
    // last.
    const { received } = await join(await scene.asPerson(TOM), "lobby");
    await scene.send("other", "lobby");
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 });
  });

  afterEach(() => scene.hangUp());
  afterAll(() => scene.close());

  const events = (received: { event: string }[]) => received.map(({ event }) => event);
  const replay = (since: number, limit?: number) => ({
    private: true,
    broadcast: { replay: { since, ...(limit !== undefined && { limit }) } },
  });

  test("delivers the newest stored messages in order, and then new messages", async () => {
    const { received } = await join(await scene.asPerson(MIA), "news", replay(0, 3));
    await expect.poll(() => received).toHaveLength(3);
    await scene.send("e31", "news");
    await expect.poll(() => events(received)).toEqual(["e28", "e29", "e30", "e31"]);
  });

  test("replays 25 messages by default, and none from before the requested time", async () => {
    const all = await join(await scene.asPerson(MIA), "news", replay(0));
    await expect.poll(() => all.received).toHaveLength(25);
    const late = await join(await scene.asPerson(TOM), "news", replay(Date.now() + 60_000));
    await scene.send("e32", "news");
    await expect.poll(() => events(late.received)).toEqual(["e32"]);
  });

  test("replays no message that is older than three days", async () => {
    await scene.database.query(`
      insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
      values ('lobby', 'broadcast', 'too old', '{}', true, now() at time zone 'utc' - interval '73 hours'),
             ('lobby', 'broadcast', 'old', '{}', true, now() at time zone 'utc' - interval '71 hours')`);
    // Wait for the live delivery of the inserted rows, so that only the replay can deliver them
    // again.
    const watch = await join(await scene.asPerson(TOM), "lobby");
    await scene.send("other", "lobby");
    await expect.poll(() => events(watch.received).at(-1)).toBe("other");
    const { received } = await join(await scene.asPerson(MIA), "lobby", replay(0));
    await scene.send("new", "lobby");
    await expect.poll(() => events(received).at(-1)).toBe("new");
    expect(events(received)).toContain("old");
    expect(events(received)).not.toContain("too old");
  });

  test("delivers a message once if it is sent during the join", async () => {
    const joining = join(await scene.asPerson(MIA), "news", replay(Date.now() - 60_000, 25));
    const sent: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      sent.push(`race${n}`);
      await scene.send(`race${n}`, "news");
    }
    const { received } = await joining;
    await scene.send("end", "news");
    await expect.poll(() => events(received).at(-1)).toBe("end");
    const raced = events(received).filter((event) => event.startsWith("race"));
    expect(raced).toEqual(sent);
  });

  test("refuses a replay to a user who may not read broadcasts, and a replay of more than 25 messages", async () => {
    // In the channel `hall`, Mia may read presence but no broadcasts.
    const hall = await join(await scene.asPerson(MIA), "hall", replay(0));
    expect(hall.reason).toMatch(/^Unauthorized: /);
    const tooMany = await join(await scene.asPerson(TOM), "news", replay(0, 26));
    expect(tooMany.reason).toMatch(/^InvalidJoinPayload: /);
  });
});
