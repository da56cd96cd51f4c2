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

  describe("for broadcasts over HTTP", () => {
    test("delivers a broadcast sent over HTTP to a channel that the sender never joined", async () => {
      const { received } = await join(await scene.asPerson(MIA), "lobby");
      const sender = await scene.asPerson(TOM);
      const channel = sender.channel("lobby", { config: { private: true } });
      expect(await channel.httpSend("rest", { n: 1 })).toEqual({ success: true });
      expect(await channel.httpSend("bytes", new Uint8Array([1, 2]).buffer)).toEqual({
        success: true,
      });
      await channel.httpSend("after", {});
      await expect.poll(() => received.at(-1)?.event).toBe("after");
      expect(received[0]).toEqual({ event: "rest", payload: { n: 1 } });
      // Version 1.0.0 of the serializer cannot send binary payloads.
      const bytes = received.find(({ event }) => event === "bytes")?.payload;
      expect(bytes === undefined).toBe(vsn === "1.0.0");
      if (bytes) expect([...new Uint8Array(bytes as ArrayBuffer)]).toEqual([1, 2]);
    });

    test("refuses a broadcast over HTTP if the sender may not write to the channel", async () => {
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

    test("accepts special characters and letters outside ASCII in names of channels and events", async () => {
      const { received } = await join(await scene.asPerson(MIA), "raum/ü 1?&#", { private: false });
      const sender = (await scene.asPerson(TOM)).channel("raum/ü 1?&#");
      expect(await sender.httpSend("größe/1", { ok: true })).toEqual({ success: true });
      await expect.poll(() => received).toEqual([{ event: "größe/1", payload: { ok: true } }]);
    });

    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${scene.backend.urls.api}/realtime/v1/api/broadcast${path}`, {
        method: "POST",
        headers: {
          apikey: scene.backend.keys.publishable,
          "content-type": "application/json",
          ...headers,
        },
        body,
      });

    test("returns 202 for a sent message, 403 for a private channel, 422 for invalid JSON, and 401 for an invalid token", async () => {
      const path = "/lobby/events/e";
      expect((await post(path, "{}")).status).toBe(202);
      expect((await post(`${path}?private=true`, "{}")).status).toBe(403);
      expect((await post(path, "no json")).status).toBe(422);
      expect((await post(path, "{}", { authorization: "Bearer a.b.c" })).status).toBe(401);
      expect((await post(path, "{}", { apikey: "" })).status).toBe(401);
    });

    test("sends no message of a batch if one message is refused (403) or malformed (422)", async () => {
      const { received } = await join(await scene.asPerson(MIA), "open", { private: false });
      const batch = [
        { topic: "open", event: "forged", payload: {} },
        { topic: "lobby", event: "forged", payload: {}, private: true },
      ];
      expect((await post("", JSON.stringify({ messages: batch }))).status).toBe(403);
      expect((await post("", JSON.stringify({ messages: [{ event: "e" }] }))).status).toBe(422);
      const fine = JSON.stringify({
        messages: [{ topic: "open", event: "fine", payload: { n: 1 } }],
      });
      expect((await post("", fine)).status).toBe(202);
      await expect.poll(() => received).toEqual([{ event: "fine", payload: { n: 1 } }]);
    });

    test("delivers each message of a batch to its channel", async () => {
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
      await expect.poll(() => mia.received).toEqual([{ event: "batch", payload: { id: MIA } }]);
      await expect.poll(() => tom.received).toEqual([{ event: "batch", payload: { id: TOM } }]);
    });
  });
});
