import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { join, openScene, type Scene } from "./realtime-scene.ts";

const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const LEVELS_90 = `${"[".repeat(90)}${"]".repeat(90)}`;

let scene: Scene;
/** Uncaught errors. Without this test's listeners, an uncaught error would end the process. */
let fatal: unknown[];
const note = (error: unknown) => fatal.push(error);

beforeAll(async () => {
  scene = await openScene();
});
beforeEach(() => {
  fatal = [];
  process.on("uncaughtException", note).on("unhandledRejection", note);
});
afterEach(() => {
  scene.hangUp();
  process.off("uncaughtException", note).off("unhandledRejection", note);
});
afterAll(() => scene.close());

async function enter(vsn: string) {
  const base = scene.backend.urls.api.replace("http", "ws");
  const query = `apikey=${scene.backend.keys.publishable}&vsn=${vsn}`;
  const socket = new WebSocket(`${base}/realtime/v1/websocket?${query}`);
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (ref: string, event: string, payload: string) =>
    socket.send(
      vsn === "2.0.0"
        ? `["1","${ref}","realtime:deep","${event}",${payload}]`
        : `{"join_ref":"1","ref":"${ref}","topic":"realtime:deep","event":"${event}","payload":${payload}}`,
    );
  const joined = new Promise((resolve) => {
    socket.onmessage = resolve;
  });
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });
  send("1", "phx_join", '{"config":{"presence":{"enabled":true}}}');
  await joined;
  return { socket, send, closed };
}

const post = (path: string, body: string) =>
  fetch(`${scene.backend.urls.api}/realtime/v1/api/broadcast${path}`, {
    method: "POST",
    headers: { apikey: scene.backend.keys.publishable, "content-type": "application/json" },
    body,
  });

describe("Realtime with a message that is nested too deep", () => {
  test.each([
    ["1.0.0", "presence", (value: string) => `{"event":"track","payload":{"a":${value}}}`],
    ["2.0.0", "presence", (value: string) => `{"event":"track","payload":{"a":${value}}}`],
    ["2.0.0", "broadcast", (value: string) => `{"event":"e","payload":${value}}`],
  ])(
    "closes only the sender's connection after a message that is nested too deep: serializer %s, %s",
    async (vsn, event, wrap) => {
      const other = await join(await scene.connect(), "deep", { private: false });
      const { send, closed } = await enter(vsn);
      send("2", event, wrap(DEEP));
      expect(await closed).toBe(1003);
      expect(await other.channel.send({ type: "broadcast", event: "after", payload: {} })).toBe(
        "ok",
      );
      const health = await fetch(`${scene.backend.urls.api}/health`);
      await health.arrayBuffer();
      expect(health.status).toBe(200);
      expect(fatal).toEqual([]);
    },
  );

  test("closes the sender's connection after a binary frame whose message is nested too deep", async () => {
    const { socket, closed } = await enter("2.0.0");
    const parts = ["1", "2", "realtime:deep", "e", ""].map((text) => Buffer.from(text));
    const header = Buffer.from([3, ...parts.map((part) => part.byteLength), 1]);
    socket.send(Buffer.concat([header, ...parts, Buffer.from(DEEP)]));
    expect(await closed).toBe(1003);
    expect(fatal).toEqual([]);
  });

  test("returns 400 for an HTTP message that is nested too deep, but delivers a message of 90 levels", async () => {
    const { received } = await join(await scene.connect(), "deep", { private: false });
    const batch = (payload: string) =>
      `{"messages":[{"topic":"deep","event":"e","payload":${payload}}]}`;
    for (const [path, wrap] of [
      ["", batch],
      ["/deep/events/e", (value: string) => value],
    ] as const) {
      const response = await post(path, wrap(DEEP));
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ message: "The body is nested too deep" });
      expect((await post(path, wrap(LEVELS_90))).status).toBe(202);
    }
    const payload = JSON.parse(LEVELS_90);
    await expect.poll(() => received.length).toBe(2);
    expect(received).toEqual(Array.from({ length: 2 }, () => ({ event: "e", payload })));
    expect(fatal).toEqual([]);
  });
});
