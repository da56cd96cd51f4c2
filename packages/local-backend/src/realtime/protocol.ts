import { isNestedTooDeep } from "../gateway/json-depth.ts";

export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

export type BroadcastBody =
  | { encoding: "json"; value: unknown }
  | { encoding: "binary"; bytes: Uint8Array };

export interface Broadcast {
  topic: string;
  event: string;
  body: BroadcastBody;
  meta?: Record<string, unknown>;
}

export class ProtocolError extends Error {
  override name = "ProtocolError";
}

export interface Codec {
  version: "1.0.0" | "2.0.0";
  decode(data: string | Uint8Array): Message;
  encode(message: Message): string;
  /** Returns undefined if this version of the protocol cannot encode the body. */
  encodeBroadcast(broadcast: Broadcast): string | Uint8Array | undefined;
}

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const PUSH_HEADER_BYTES = 7;
const JSON_ENCODING = 1;

export function codecFor(version: string): Codec | undefined {
  if (version === "1.0.0") return objectCodec;
  if (version === "2.0.0") return arrayCodec;
  return undefined;
}

const objectCodec: Codec = {
  version: "1.0.0",
  decode(data) {
    if (typeof data !== "string") throw new ProtocolError("binary frames need version 2.0.0");
    const value = parseJson(data);
    if (typeof value !== "object" || value === null) throw new ProtocolError("not an object");
    const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>;
    return toMessage(join_ref, ref, topic, event, payload);
  },
  encode: ({ joinRef, ref, topic, event, payload }) =>
    JSON.stringify({ join_ref: joinRef, ref, topic, event, payload }),
  encodeBroadcast(broadcast) {
    if (broadcast.body.encoding === "binary") return undefined;
    return JSON.stringify({
      ref: null,
      topic: broadcast.topic,
      event: "broadcast",
      payload: broadcastPayload(broadcast, broadcast.body.value),
    });
  },
};

const arrayCodec: Codec = {
  version: "2.0.0",
  decode(data) {
    if (typeof data !== "string") return decodePush(data);
    const value = parseJson(data);
    if (!Array.isArray(value)) throw new ProtocolError("not an array");
    return toMessage(value[0], value[1], value[2], value[3], value[4]);
  },
  encode: ({ joinRef, ref, topic, event, payload }) =>
    JSON.stringify([joinRef, ref, topic, event, payload]),
  encodeBroadcast(broadcast) {
    const { topic, event, body, meta } = broadcast;
    if (body.encoding === "json") {
      return JSON.stringify([
        null,
        null,
        topic,
        "broadcast",
        broadcastPayload(broadcast, body.value),
      ]);
    }
    const metaText = meta ? JSON.stringify(meta) : "";
    const parts = [topic, event, metaText].map((text) => Buffer.from(text, "utf8"));
    const lengths = parts.map((part) => part.byteLength);
    if (lengths.some((length) => length > 255)) return undefined;
    return Buffer.concat([Buffer.from([USER_BROADCAST, ...lengths, 0]), ...parts, body.bytes]);
  },
};

function broadcastPayload(broadcast: Broadcast, payload: unknown): object {
  return {
    type: "broadcast",
    event: broadcast.event,
    payload,
    ...(broadcast.meta && { meta: broadcast.meta }),
  };
}

function parseJson(text: string): unknown {
  // A payload that `JSON.stringify` cannot encode would break the delivery to all subscribers.
  if (isNestedTooDeep(text)) throw new ProtocolError("nested too deep");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError("not JSON", { cause });
  }
}

function toMessage(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Message {
  if (typeof topic !== "string" || typeof event !== "string") {
    throw new ProtocolError("topic and event must be text");
  }
  return { joinRef: toRef(joinRef), ref: toRef(ref), topic, event, payload: payload ?? {} };
}

function toRef(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new ProtocolError("a reference must be text");
}

/**
 * Decodes a frame of kind 3, which contains a header of seven bytes, five texts and the payload.
 */
function decodePush(frame: Uint8Array): Message {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  if (bytes.byteLength < PUSH_HEADER_BYTES || bytes[0] !== USER_BROADCAST_PUSH) {
    throw new ProtocolError("unknown binary frame");
  }
  let offset = PUSH_HEADER_BYTES;
  const parts = [...bytes.subarray(1, 6)].map((length) => {
    const end = offset + length;
    if (end > bytes.byteLength) throw new ProtocolError("binary frame is cut short");
    const text = bytes.toString("utf8", offset, end);
    offset = end;
    return text;
  });
  const [joinRef = "", ref = "", topic = "", event = "", metadata = ""] = parts;
  const content = bytes.subarray(offset);
  const body: BroadcastBody =
    bytes[6] === JSON_ENCODING
      ? { encoding: "json", value: parseJson(content.toString("utf8")) }
      : { encoding: "binary", bytes: content };
  const push = new BroadcastPush(
    event,
    body,
    metadata === "" ? undefined : (parseJson(metadata) as Record<string, unknown>),
  );
  return { joinRef: toRef(joinRef), ref: toRef(ref), topic, event: "broadcast", payload: push };
}

export class BroadcastPush {
  readonly event: string;
  readonly body: BroadcastBody;
  readonly metadata: Readonly<Record<string, unknown>>;

  constructor(event: string, body: BroadcastBody, metadata: Record<string, unknown> = {}) {
    this.event = event;
    this.body = body;
    this.metadata = metadata;
  }
}

export function readBroadcastPush(payload: unknown): BroadcastPush | undefined {
  if (payload instanceof BroadcastPush) return payload;
  if (typeof payload !== "object" || payload === null) return undefined;
  const { event, payload: value, persist } = payload as Record<string, unknown>;
  if (typeof event !== "string") return undefined;
  const metadata = persist === undefined ? {} : { persist };
  return new BroadcastPush(event, { encoding: "json", value: value ?? {} }, metadata);
}
