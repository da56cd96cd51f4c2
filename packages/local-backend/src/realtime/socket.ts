import type { WebSocket } from "ws";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";
import { parseBinding } from "./changes/binding.ts";
import { FilterError } from "./changes/filter.ts";
import { Channel, type ChannelTransport } from "./channel.ts";
import type { ChannelChanges } from "./channel-options.ts";
import type { RealtimeContext } from "./context.ts";
import { CredentialError, type Credentials } from "./credentials.ts";
import type { ChannelBroadcast } from "./hub.ts";
import { type JoinRequest, parseJoin } from "./join-payload.ts";
import { type Codec, type Message, ProtocolError } from "./protocol.ts";
import { isUnstorableText } from "./unstorable-text.ts";

/** Maximum time without a message from the client. supabase-js sends a heartbeat every 25 s. */
export const MAX_SILENCE_MS = 60_000;

/** Default limit of hosted Supabase. */
const MAX_CHANNELS = 100;

/** Status codes of RFC 6455 §7.4.1. */
const CLOSE = { normal: 1000, unsupported: 1003, internalError: 1011 } as const;

class JoinError extends Error {
  override name = "JoinError";
}

export class Socket implements ChannelTransport {
  readonly #context: RealtimeContext;
  readonly #socket: WebSocket;
  readonly #codec: Codec;
  /** Token of the API key, for joins without a token. */
  readonly #keyToken: string;
  readonly #channels = new Map<string, Channel>();
  /** Pending joins by topic. A second join of a topic waits for the first join. */
  readonly #joining = new Map<string, Promise<void>>();
  /** Topics of pending joins, which count toward the limit of channels. */
  readonly #reserved = new Set<string>();
  readonly #silence: NodeJS.Timeout;

  constructor(context: RealtimeContext, socket: WebSocket, codec: Codec, keyToken: string) {
    this.#context = context;
    this.#socket = socket;
    this.#codec = codec;
    this.#keyToken = keyToken;
    this.#silence = setTimeout(() => socket.close(CLOSE.normal, "silent"), MAX_SILENCE_MS);
    this.#silence.unref();
    socket.on("message", (data, isBinary) => {
      try {
        this.#receive(data as Buffer, isBinary);
      } catch (error) {
        this.#fail(error);
      }
    });
    socket.on("close", () => this.#close());
    socket.on("error", () => socket.terminate());
  }

  push(message: Message): void {
    if (this.#socket.readyState === this.#socket.OPEN) {
      this.#socket.send(this.#codec.encode(message));
    }
  }

  pushBroadcast(topic: string, broadcast: ChannelBroadcast): void {
    const frame = this.#codec.encodeBroadcast({ topic, ...broadcast });
    if (frame !== undefined && this.#socket.readyState === this.#socket.OPEN) {
      this.#socket.send(frame);
    }
  }

  onChannelEnd(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  #fail(error: unknown): void {
    if (error instanceof ProtocolError) {
      this.#socket.close(CLOSE.unsupported, error.message);
      return;
    }
    const name = error instanceof Error ? error.name : "unknown";
    this.#context.log(`realtime: a message failed: ${name}`);
    this.#socket.close(CLOSE.internalError, "internal error");
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#silence.refresh();
    const message = this.#codec.decode(isBinary ? data : data.toString("utf8"));
    if (message.topic === "phoenix") {
      this.#reply(message, message.event === "heartbeat" ? "ok" : "error", {});
    } else if (message.event === "phx_join") {
      this.#queueJoin(message);
    } else {
      this.#toChannel(message);
    }
  }

  #toChannel(message: Message): void {
    const pending = this.#joining.get(message.topic);
    if (pending) {
      pending.then(() => this.#toChannel(message)).catch((error: unknown) => this.#fail(error));
      return;
    }
    const channel = this.#channels.get(message.topic);
    if (!channel) {
      this.#reply(message, "error", { reason: "unmatched topic" });
    } else if (message.joinRef === null || message.joinRef === channel.joinRef) {
      channel.handle(message);
    }
  }

  #queueJoin(message: Message): void {
    const earlier = this.#joining.get(message.topic) ?? Promise.resolve();
    const join = earlier
      .then(() => this.#joinInPlace(message))
      .catch((error: unknown) => this.#reply(message, "error", { reason: this.#reasonOf(error) }))
      .finally(() => {
        if (this.#joining.get(message.topic) === join) this.#joining.delete(message.topic);
      });
    this.#joining.set(message.topic, join);
  }

  #reasonOf(error: unknown): string {
    if (error instanceof JoinError) return error.message;
    if (isUnstorableText(error)) return "InvalidTopic: The topic cannot be stored";
    const isFull = isDiskFull(error);
    const name = error instanceof Error ? error.name : "unknown";
    this.#context.log(`realtime: a join failed: ${isFull ? DISK_FULL : name}`);
    return isFull ? DISK_FULL : "Unknown Error on Channel";
  }

  async #joinInPlace(message: Message): Promise<void> {
    const { topic } = message;
    const taken = new Set([...this.#channels.keys(), ...this.#reserved]);
    if (!taken.has(topic) && taken.size >= MAX_CHANNELS) {
      throw new JoinError("ChannelRateLimitReached: Too many channels");
    }
    this.#reserved.add(topic);
    try {
      await this.#join(message);
    } finally {
      this.#reserved.delete(topic);
    }
  }

  async #join(message: Message): Promise<void> {
    const { topic, joinRef, ref } = message;
    if (!topic.startsWith("realtime:") || topic === "realtime:") {
      throw new JoinError("TopicNameRequired: You must provide a topic name");
    }
    const join = parseJoin(message.payload);
    if (!join) throw new JoinError("InvalidJoinPayload: The join payload is malformed");
    if (join.replay && !join.isPrivate) {
      throw new JoinError("UnableToReplayMessages: Replay is not allowed for public channels");
    }

    const credentials = await this.#verify(join.accessToken ?? this.#keyToken);
    const name = { topic: topic.slice("realtime:".length), isPrivate: join.isPrivate };
    const rights = await this.#context.rightsOf(credentials, name);
    const isShut = !rights.broadcast.canRead && !rights.presence.canRead;
    if (isShut || (join.replay && !rights.broadcast.canRead)) {
      throw new JoinError(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${name.topic}`,
      );
    }
    const changes = await this.#bindChanges(join, credentials);
    if (this.#socket.readyState !== this.#socket.OPEN) return;

    this.#endEarlier(topic);
    const options = { topic, joinRef, join, credentials, rights, changes };
    const channel = new Channel(this.#context, this, options);
    this.#channels.set(topic, channel);
    this.#reply({ ...message, ref }, "ok", {
      postgres_changes: join.postgresChanges.map((given, index) => ({
        ...given,
        id: changes.bindings[index]?.id ?? 0,
      })),
    });
    channel.open();
  }

  /** If a subscription is invalid, the join fails only if the client waits for changes. */
  async #bindChanges(join: JoinRequest, { claims }: Credentials): Promise<ChannelChanges> {
    if (join.postgresChanges.length === 0) return { bindings: [], problem: undefined };
    try {
      const bindings = join.postgresChanges.map(parseBinding);
      await this.#context.checkBindings(bindings, claims);
      return { bindings, problem: undefined };
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      if (join.isWaitingForChanges) {
        throw new JoinError(`RealtimeDisabledForConfiguration: ${error.message}`);
      }
      return { bindings: [], problem: error.message };
    }
  }

  /** Closes the channel of an earlier join of the same topic. */
  #endEarlier(topic: string): void {
    const earlier = this.#channels.get(topic);
    if (!earlier) return;
    earlier.close();
    const { joinRef } = earlier;
    this.push({ joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
  }

  async #verify(token: string): Promise<Credentials> {
    try {
      return await this.#context.verify(token);
    } catch (error) {
      if (error instanceof CredentialError)
        throw new JoinError(`InvalidJWTToken: ${error.message}`);
      throw error;
    }
  }

  #reply({ joinRef, ref, topic }: Message, status: "ok" | "error", response: object): void {
    this.push({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
  }

  #close(): void {
    clearTimeout(this.#silence);
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }
}
