import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";
import { MIA } from "./storage-people.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterEach(() => scene.hangUp());
afterAll(() => scene.close());

const post = (path: string, body: unknown) =>
  fetch(`${scene.backend.urls.api}/realtime/v1/api/broadcast${path}`, {
    method: "POST",
    headers: { apikey: scene.backend.keys.secret, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("Realtime", () => {
  test("returns 400 over HTTP for a private topic that contains NUL", async () => {
    const messages = [{ topic: "a\0", event: "e", payload: {}, private: true }];
    for (const response of [
      await post("", { messages }),
      await post("/a%00/events/e?private=true", {}),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ message: "The topic cannot be stored" });
    }
  });

  test("refuses to join a private topic that contains NUL, and does not reveal the database's error message", async () => {
    const { status, reason } = await join(await scene.asPerson(MIA), "a\0");
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toBe("InvalidTopic: The topic cannot be stored");
  });

  test.each([{ schema: "pub\0" }, { table: "no\0" }, { table: "notes", filter: "body=eq.\0" }])(
    "refuses as malformed a subscription whose parameters contain NUL: %j",
    async (wanted) => {
      const channel = (await scene.asPerson(MIA)).channel("changes");
      channel.on(
        "postgres_changes",
        { event: "*", schema: "public", ...wanted } as { event: "*"; schema: string },
        () => undefined,
      );
      const message = await new Promise<{ status: string; message: string }>((resolve) => {
        channel.on("system", {}, resolve).subscribe();
      });
      expect(message).toMatchObject({
        status: "error",
        message: "Unable to subscribe to changes with given parameters: malformed",
      });
    },
  );

  test("does not reveal the database's error message if a policy fails during a join", async () => {
    await scene.database.query(`
      create function public.fail() returns boolean language plpgsql as $$
        begin raise exception 'inner detail'; end $$;
      create policy "fails" on realtime.messages for select to anon
        using (realtime.topic() = 'failing' and public.fail());
    `);
    const { status, reason } = await join(await scene.connect(), "failing");
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toBe("Unknown Error on Channel");
  });
});
