import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BroadcastPush, codecFor, ProtocolError, readBroadcastPush } from "./protocol.ts";

interface ClientSerializer {
  encode(message: object, done: (frame: ArrayBuffer | string) => void): void;
  decode(frame: ArrayBuffer | string, done: (message: unknown) => void): void;
}

const require = createRequire(import.meta.url);
const entry = dirname(require.resolve("@supabase/realtime-js"));
const serializerPath = pathToFileURL(join(entry, "lib/serializer.js")).href;
const loaded: { default: unknown } = await import(serializerPath);
const Serializer = (
  typeof loaded.default === "function"
    ? loaded.default
    : (loaded.default as { default: unknown }).default
) as new () => ClientSerializer;
const client = new Serializer();

function codec(version: string) {
  const found = codecFor(version);
  if (!found) throw new Error(`no codec for ${version}`);
  return found;
}

function encodeByClient(message: object): string | Uint8Array {
  let frame: string | Uint8Array = "";
  client.encode(message, (result) => {
    frame = typeof result === "string" ? result : new Uint8Array(result);
  });
  return frame;
}

function decodeByClient(frame: string | Uint8Array | undefined): unknown {
  if (frame === undefined) throw new Error("nothing to decode");
  const data =
    typeof frame === "string"
      ? frame
      : (frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.byteLength) as ArrayBuffer);
  let message: unknown;
  client.decode(data, (result) => {
    message = result;
  });
  return message;
}

describe("version 2.0.0 of the Realtime protocol", () => {
  const short = fc.string({ unit: "grapheme", maxLength: 20 });

  test("decodes every JSON broadcast that realtime-js encodes", () => {
    fc.assert(
      fc.property(
        short,
        short,
        fc.dictionary(fc.string(), fc.jsonValue()),
        (topic, event, payload) => {
          const frame = encodeByClient({
            join_ref: "1",
            ref: "2",
            topic,
            event: "broadcast",
            payload: { type: "broadcast", event, payload },
          });
          const message = codec("2.0.0").decode(frame);
          expect(message).toMatchObject({ joinRef: "1", ref: "2", topic, event: "broadcast" });
          const push = readBroadcastPush(message.payload);
          expect(push?.event).toBe(event);
          expect(push?.body).toEqual({
            encoding: "json",
            value: JSON.parse(JSON.stringify(payload)),
          });
        },
      ),
    );
  });

  test("keeps binary payloads unchanged in both directions", () => {
    fc.assert(
      fc.property(short, fc.uint8Array(), (event, bytes) => {
        const sent = encodeByClient({
          join_ref: "1",
          ref: "2",
          topic: "realtime:a",
          event: "broadcast",
          payload: { type: "broadcast", event, payload: bytes.slice().buffer },
        });
        const push = readBroadcastPush(codec("2.0.0").decode(sent).payload);
        if (push?.body.encoding !== "binary") throw new Error("not binary");
        expect([...push.body.bytes]).toEqual([...bytes]);

        const back = codec("2.0.0").encodeBroadcast({
          topic: "realtime:a",
          event,
          body: push.body,
        });
        const received = decodeByClient(back) as {
          payload: { event: string; payload: ArrayBuffer };
        };
        expect(received.payload.event).toBe(event);
        expect([...new Uint8Array(received.payload.payload)]).toEqual([...bytes]);
      }),
    );
  });

  test("decodes the `persist` field of a client's broadcast", () => {
    const frame = encodeByClient({
      join_ref: "1",
      ref: "2",
      topic: "realtime:a",
      event: "broadcast",
      payload: { event: "x", payload: {}, persist: true },
    });
    expect(readBroadcastPush(codec("2.0.0").decode(frame).payload)?.metadata).toEqual({
      persist: true,
    });
  });

  test("sends the `meta` field of a JSON broadcast to the client", () => {
    const frame = codec("2.0.0").encodeBroadcast({
      topic: "realtime:a",
      event: "x",
      body: { encoding: "json", value: { n: 1 } },
      meta: { id: "7" },
    });
    expect(decodeByClient(frame)).toEqual({
      join_ref: null,
      ref: null,
      topic: "realtime:a",
      event: "broadcast",
      payload: { type: "broadcast", event: "x", payload: { n: 1 }, meta: { id: "7" } },
    });
  });

  test.each([
    ["JSON that is not an array", '{"topic":"a"}'],
    ["text that is not JSON", "hello"],
    ["no topic", '["1","2",null,"phx_join",{}]'],
    ["an unknown kind", new Uint8Array([9, 0, 0, 0, 0, 0, 0])],
    ["a short header", new Uint8Array([3, 0, 0])],
    ["lengths beyond its end", new Uint8Array([3, 200, 0, 0, 0, 0, 1])],
  ])("refuses a frame with %s", (_what, frame) => {
    expect(() => codec("2.0.0").decode(frame)).toThrow(ProtocolError);
  });
});

describe("version 1.0.0 of the Realtime protocol", () => {
  test("reads and writes messages as JSON objects", () => {
    const message = codec("1.0.0").decode(
      JSON.stringify({
        topic: "realtime:a",
        event: "phx_join",
        payload: { a: 1 },
        ref: "1",
        join_ref: "1",
      }),
    );
    expect(message).toEqual({
      joinRef: "1",
      ref: "1",
      topic: "realtime:a",
      event: "phx_join",
      payload: { a: 1 },
    });
    expect(JSON.parse(codec("1.0.0").encode(message))).toEqual({
      join_ref: "1",
      ref: "1",
      topic: "realtime:a",
      event: "phx_join",
      payload: { a: 1 },
    });
  });

  test("neither encodes nor decodes binary payloads", () => {
    const body = { encoding: "binary", bytes: new Uint8Array([1]) } as const;
    expect(codec("1.0.0").encodeBroadcast({ topic: "t", event: "e", body })).toBeUndefined();
    expect(() => codec("1.0.0").decode(new Uint8Array([3]))).toThrow(ProtocolError);
  });
});

test("readBroadcastPush treats a JSON payload that looks like a decoded binary broadcast as ordinary JSON", () => {
  const push = readBroadcastPush({ event: "x", body: { encoding: "binary" }, payload: { n: 1 } });
  expect(push).toBeInstanceOf(BroadcastPush);
  expect(push?.body).toEqual({ encoding: "json", value: { n: 1 } });
});

test("returns no codec for an unknown version of the Realtime protocol", () => {
  expect(codecFor("3.0.0")).toBeUndefined();
});
