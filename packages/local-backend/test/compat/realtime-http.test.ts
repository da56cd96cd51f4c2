import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";
import { MIA, TOM } from "./storage-people.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterEach(() => scene.hangUp());
afterAll(() => scene.close());

describe("broadcast over HTTP", () => {
  test("a channel that was never joined sends through REST", async () => {
    const { heard } = await join(await scene.asPerson(MIA), "lobby");
    const sender = await scene.asPerson(TOM);
    const channel = sender.channel("lobby", { config: { private: true } });
    expect(await channel.httpSend("rest", { n: 1 })).toEqual({ success: true });
    await channel.httpSend("bytes", new Uint8Array([1, 2]).buffer);
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard[0]).toEqual({ event: "rest", payload: { n: 1 } });
    expect([...new Uint8Array(heard[1]?.payload as ArrayBuffer)]).toEqual([1, 2]);
  });

  test("is refused where the sender may not write", async () => {
    const reader = await scene.asPerson(MIA);
    await expect(
      reader.channel("news", { config: { private: true } }).httpSend("forged", {}),
    ).rejects.toThrow("permissions");
    const response = await fetch(`${scene.backend.urls.api}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: scene.backend.keys.publishable, "content-type": "application/json" },
      body: JSON.stringify({
        messages: [{ topic: "lobby", event: "forged", payload: {}, private: true }],
      }),
    });
    expect(response.status).toBe(403);
  });

  test("a batch reaches each of its channels", async () => {
    const mia = await join(await scene.asPerson(MIA), `user:${MIA}`);
    const tom = await join(await scene.asPerson(TOM), `user:${TOM}`);
    const response = await fetch(`${scene.backend.urls.api}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: scene.backend.keys.secret, "content-type": "application/json" },
      body: JSON.stringify({
        messages: [MIA, TOM].map((id) => ({
          topic: `user:${id}`,
          event: "batch",
          payload: { id },
          private: true,
        })),
      }),
    });
    expect(response.status).toBe(202);
    await expect.poll(() => mia.heard).toEqual([{ event: "batch", payload: { id: MIA } }]);
    await expect.poll(() => tom.heard).toEqual([{ event: "batch", payload: { id: TOM } }]);
  });
});
