import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openScene, type Scene } from "./realtime-scene.ts";
import { MIA, tokenOf } from "./storage-people.ts";

interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

let scene: Scene;
let token: string;
const opened: WebSocket[] = [];

beforeAll(async () => {
  scene = await openScene();
  token = await tokenOf(scene.backend, MIA);
  await scene.database.query(`
    create table public.things (id int primary key, label text, at timestamptz);
    grant select on public.things to authenticated;
    alter publication supabase_realtime add table public.things;
  `);
});

afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});
afterAll(() => scene.close());

async function open(vsn: string) {
  const base = scene.backend.urls.api.replace("http", "ws");
  const query = `apikey=${scene.backend.keys.publishable}&vsn=${vsn}`;
  const socket = new WebSocket(`${base}/realtime/v1/websocket?${query}`);
  socket.binaryType = "arraybuffer";
  opened.push(socket);
  const frames: (Frame | Uint8Array)[] = [];
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") {
      frames.push(new Uint8Array(data as ArrayBuffer));
      return;
    }
    const value = JSON.parse(data);
    if (vsn === "2.0.0") {
      const [joinRef, ref, topic, event, payload] = value;
      frames.push({ joinRef, ref, topic, event, payload });
    } else {
      const { join_ref: joinRef = null, ref, topic, event, payload } = value;
      frames.push({ joinRef, ref, topic, event, payload });
    }
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = ({ joinRef, ref, topic, event, payload }: Frame) =>
    socket.send(
      JSON.stringify(
        vsn === "2.0.0"
          ? [joinRef, ref, topic, event, payload]
          : { join_ref: joinRef, ref, topic, event, payload },
      ),
    );
  return { frames, send, socket };
}

/** Encodes a binary client message (kind 3): a header of seven bytes, the parts and the payload. */
function push(parts: readonly string[], encoding: 0 | 1, payload: Uint8Array): Uint8Array {
  const encoded = parts.map((part) => Buffer.from(part, "utf8"));
  const header = [3, ...encoded.map((part) => part.byteLength), encoding];
  return Buffer.concat([Buffer.from(header), ...encoded, payload]);
}

/** Decodes a binary broadcast of the server (kind 4). */
function readBroadcast(frame: Uint8Array) {
  const [kind, topic = 0, event = 0, metadata = 0, encoding] = frame;
  const text = (from: number, length: number) =>
    Buffer.from(frame.subarray(from, from + length)).toString("utf8");
  return {
    kind,
    topic: text(5, topic),
    event: text(5 + topic, event),
    metadata: text(5 + topic + event, metadata),
    encoding,
    payload: [...frame.subarray(5 + topic + event + metadata)],
  };
}

const TOPIC = "realtime:lobby";
const reply = (ref: string, response: unknown = {}, status = "ok") => ({
  joinRef: "1",
  ref,
  topic: TOPIC,
  event: "phx_reply",
  payload: { status, response },
});
const join = (config: object, accessToken: unknown = token): Frame => ({
  joinRef: "1",
  ref: "1",
  topic: TOPIC,
  event: "phx_join",
  payload: { config: { private: true, ...config }, access_token: accessToken },
});
const message = (ref: string, event: string, payload: unknown): Frame => ({
  joinRef: "1",
  ref,
  topic: TOPIC,
  event,
  payload,
});

describe.each(["1.0.0", "2.0.0"])("Realtime on the wire with serializer %s", (vsn) => {
  test("replies to a join with an id for each binding, and later sends each change with the ids of the matching bindings", async () => {
    const { frames, send } = await open(vsn);
    const wanted = [
      { event: "INSERT", schema: "public", table: "things", filter: "id=gt.1" },
      { event: "*", schema: "public", table: "things" },
    ];
    send(join({ presence: { key: "mia", enabled: true }, postgres_changes: wanted }));
    await expect.poll(() => frames).toHaveLength(3);
    const [first] = frames as { payload: { response: { postgres_changes: { id: number }[] } } }[];
    const ids = first?.payload.response.postgres_changes.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(2);
    expect(frames).toEqual([
      reply("1", { postgres_changes: wanted.map((each, index) => ({ ...each, id: ids[index] })) }),
      { joinRef: "1", ref: null, topic: TOPIC, event: "presence_state", payload: {} },
      {
        joinRef: "1",
        ref: null,
        topic: TOPIC,
        event: "system",
        payload: {
          extension: "postgres_changes",
          status: "ok",
          message: "Subscribed to PostgreSQL",
          channel: "lobby",
        },
      },
    ]);

    frames.length = 0;
    // Realtime sends no change for a `truncate`.
    await scene.database.query("truncate public.things");
    await scene.database.query("insert into public.things values (1, 'a'), (2, 'b')");
    await scene.database.query("update public.things set label = 'c' where id = 2");
    await scene.database.query("delete from public.things where id = 2");
    await expect.poll(() => frames).toHaveLength(4);
    const change = (changeIds: (number | undefined)[], data: object) => ({
      joinRef: "1",
      ref: null,
      topic: TOPIC,
      event: "postgres_changes",
      payload: {
        ids: changeIds,
        data: {
          schema: "public",
          table: "things",
          commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          columns: [
            { name: "id", type: "int4" },
            { name: "label", type: "text" },
            { name: "at", type: "timestamptz" },
          ],
          errors: null,
          ...data,
        },
      },
    });
    const at = null;
    expect(frames).toEqual([
      change([ids[1]], { type: "INSERT", record: { id: 1, label: "a", at } }),
      change(ids, { type: "INSERT", record: { id: 2, label: "b", at } }),
      change([ids[1]], {
        type: "UPDATE",
        record: { id: 2, label: "c", at },
        old_record: { id: 2 },
      }),
      change([ids[1]], { type: "DELETE", old_record: { id: 2 } }),
    ]);
  });

  test("sends presence_diff to a member that tracks presence, and presence_state to new members", async () => {
    const one = await open(vsn);
    one.send(join({ presence: { key: "mia", enabled: true } }));
    one.send(message("2", "presence", { type: "presence", event: "track", payload: { n: 1 } }));
    await expect.poll(() => one.frames).toHaveLength(4);
    const meta = { n: 1, phx_ref: expect.any(String) };
    expect(one.frames).toEqual([
      reply("1", { postgres_changes: [] }),
      expect.objectContaining({ event: "presence_state", payload: {} }),
      expect.objectContaining({
        event: "presence_diff",
        payload: { joins: { mia: { metas: [meta] } }, leaves: {} },
      }),
      reply("2"),
    ]);
    const two = await open(vsn);
    two.send(join({ presence: { key: "tom", enabled: true } }));
    await expect.poll(() => two.frames).toHaveLength(2);
    expect(two.frames[1]).toMatchObject({
      event: "presence_state",
      payload: { mia: { metas: [meta] } },
    });
    one.frames.length = 0;
    one.send(message("3", "presence", { type: "presence", event: "untrack" }));
    await expect.poll(() => [one.frames.length, two.frames.length]).toEqual([2, 3]);
    expect(one.frames.at(-1)).toEqual(reply("3"));
    expect(two.frames.at(-1)).toMatchObject({
      event: "presence_diff",
      payload: { joins: {}, leaves: { mia: { metas: [meta] } } },
    });
    one.send(message("4", "presence", { type: "presence", event: "dance" }));
    await expect.poll(() => one.frames.at(-1)).toMatchObject({ payload: { status: "error" } });
  });

  test("replies with ok and then sends phx_close when a client leaves a channel", async () => {
    const { frames, send } = await open(vsn);
    send(join({}));
    send(message("2", "phx_leave", {}));
    await expect.poll(() => frames).toHaveLength(3);
    expect(frames.slice(1)).toEqual([
      reply("2"),
      { joinRef: "1", ref: "1", topic: TOPIC, event: "phx_close", payload: {} },
    ]);
    send(message("3", "broadcast", { event: "late", payload: {} }));
    await expect
      .poll(() => frames.at(-1))
      .toEqual(reply("3", { reason: "unmatched topic" }, "error"));
  });

  test("sends no reply to access_token, and ignores a token that is an sb_ key, null or unchanged", async () => {
    const { frames, send } = await open(vsn);
    send(join({}));
    for (const value of [null, "", scene.backend.keys.publishable, token]) {
      send(message("2", "access_token", { access_token: value }));
    }
    send(message("3", "access_token", { access_token: await tokenOf(scene.backend, MIA) }));
    // Replies come in order. If the reply to message 4 is next, none of the tokens caused a frame.
    send(message("4", "unheard-of", {}));
    await expect.poll(() => frames).toHaveLength(2);
    expect(frames).toEqual([
      reply("1", { postgres_changes: [] }),
      reply("4", { reason: "unknown event" }, "error"),
    ]);
  });

  test("ends the channel with a system error and phx_close after an invalid token", async () => {
    const { frames, send } = await open(vsn);
    send(join({}));
    send(message("2", "access_token", { access_token: "a.b.c" }));
    await expect.poll(() => frames).toHaveLength(3);
    expect(frames.slice(1)).toMatchObject([
      {
        event: "system",
        payload: {
          extension: "system",
          status: "error",
          message: "The token provided is not a valid JWT",
          channel: "lobby",
        },
      },
      { event: "phx_close", ref: "1" },
    ]);
  });

  test.each<[string, Frame, RegExp]>([
    ["an unreadable token", join({}, "a.b.c"), /^InvalidJWTToken: /],
    ["no token on a private channel", join({}, null), /^Unauthorized: /],
    ["a malformed config", join({ broadcast: "loud" }), /^InvalidJoinPayload: /],
    ["a presence key that is not text", join({ presence: { key: {} } }), /^InvalidJoinPayload: /],
    ["no topic", { ...join({}), topic: "realtime:" }, /^TopicNameRequired: /],
    ["a topic with another prefix", { ...join({}), topic: "room:1" }, /^TopicNameRequired: /],
  ])("returns an error with its reason for a join with %s", async (_what, frame, reason) => {
    const { frames, send } = await open(vsn);
    send(frame);
    await expect.poll(() => frames).toHaveLength(1);
    expect(frames[0]).toEqual({
      joinRef: "1",
      ref: "1",
      topic: frame.topic,
      event: "phx_reply",
      payload: { status: "error", response: { reason: expect.stringMatching(reason) } },
    });
  });
});

describe("Realtime with binary frames", () => {
  test("accepts binary frames of kind 3, and forwards binary payloads in frames of kind 4 and JSON payloads as text", async () => {
    const one = await open("2.0.0");
    const two = await open("2.0.0");
    const old = await open("1.0.0");
    one.send(join({ broadcast: { ack: true } }));
    two.send(join({}));
    old.send(join({}));
    await expect.poll(() => [one, two, old].map(({ frames }) => frames.length)).toEqual([1, 1, 1]);
    const bytes = new Uint8Array([0, 255, 3, 4]);
    one.socket.send(push(["1", "2", TOPIC, "größe😀", ""], 0, bytes));
    one.socket.send(push(["1", "3", TOPIC, "größe😀", ""], 1, Buffer.from('{"text":"ü"}')));
    await expect.poll(() => two.frames).toHaveLength(3);
    expect(one.frames.slice(1)).toEqual([reply("2"), reply("3")]);
    expect(readBroadcast(two.frames[1] as Uint8Array)).toEqual({
      kind: 4,
      topic: TOPIC,
      event: "größe😀",
      metadata: "",
      encoding: 0,
      payload: [...bytes],
    });
    const json = {
      event: "broadcast",
      topic: TOPIC,
      payload: { type: "broadcast", event: "größe😀", payload: { text: "ü" } },
    };
    expect(two.frames[2]).toMatchObject(json);
    await expect.poll(() => old.frames).toHaveLength(2);
    expect(old.frames[1]).toMatchObject(json);
  });

  test("sends the id of a binary message from the database as metadata", async () => {
    const { frames, send } = await open("2.0.0");
    send(join({}));
    await expect.poll(() => frames).toHaveLength(1);
    await scene.database.query("select realtime.send_binary('\\x0102', 'raw', 'lobby')");
    await expect.poll(() => frames).toHaveLength(2);
    const frame = readBroadcast(frames[1] as Uint8Array);
    expect(frame).toMatchObject({ event: "raw", encoding: 0, payload: [1, 2] });
    expect(JSON.parse(frame.metadata)).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
});
