import { randomUUID } from "node:crypto";
import type { TokenClaims } from "../keys/tokens.ts";
import type { ChannelRights } from "./authorize.ts";
import type { ChangeBinding } from "./changes/binding.ts";
import type { ChangeMessage, ChangeSubscriber } from "./changes/feed.ts";
import type { ChannelChanges, ChannelOptions } from "./channel-options.ts";
import { ChannelSender, type Wire } from "./channel-sender.ts";
import type { RealtimeContext } from "./context.ts";
import { CredentialError, type Credentials } from "./credentials.ts";
import { ExpiryWatch } from "./expiry.ts";
import type { ChannelBroadcast, ChannelName, Member } from "./hub.ts";
import { type JoinRequest, userToken } from "./join-payload.ts";
import { type PresenceDiff, readPresenceRequest } from "./presence.ts";
import { type Message, readBroadcastPush } from "./protocol.ts";
import { ReplayGate } from "./replay.ts";

export interface ChannelTransport extends Wire {
  /** Not called when the socket itself closes the channel. */
  onChannelEnd(channel: Channel): void;
}

export class Channel implements Member, ChangeSubscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly name: ChannelName;
  readonly #context: RealtimeContext;
  readonly #transport: ChannelTransport;
  readonly #join: JoinRequest;
  readonly #changes: ChannelChanges;
  readonly #gate = new ReplayGate();
  readonly #presenceKey: string;
  #credentials: Credentials;
  #rights: ChannelRights;
  #isPresenceEnabled: boolean;
  readonly #sender: ChannelSender;
  readonly #expiry: ExpiryWatch;
  #hasEnded = false;
  /** Resolves when the client's earlier messages on this channel have been handled. */
  #work: Promise<void> = Promise.resolve();

  constructor(context: RealtimeContext, transport: ChannelTransport, options: ChannelOptions) {
    this.#context = context;
    this.#transport = transport;
    this.topic = options.topic;
    this.joinRef = options.joinRef;
    this.name = {
      topic: options.topic.slice("realtime:".length),
      isPrivate: options.join.isPrivate,
    };
    this.#join = options.join;
    this.#changes = options.changes;
    this.#presenceKey = options.join.presenceKey ?? randomUUID();
    this.#isPresenceEnabled = options.join.isPresenceEnabled;
    this.#credentials = options.credentials;
    this.#rights = options.rights;
    this.#sender = new ChannelSender(transport, options.topic, options.joinRef);
    this.#expiry = new ExpiryWatch(
      { now: context.now, onExpired: () => this.#mayReceive() },
      options.credentials.expiresAtMs,
    );
  }

  /** Call this after the reply to the join has been sent. */
  open(): void {
    this.#context.hub.join(this.name, this);
    this.#expiry.watch();
    if (this.#isPresenceEnabled) this.#pushPresenceState();
    if (this.#join.replay) this.#replay(this.#join.replay);
    if (this.#join.isReplicationReadyWanted) {
      this.#sender.system("system", "ok", "Replication connection established");
    }
    if (this.#join.postgresChanges.length > 0) this.#openChanges();
  }

  get bindings(): readonly ChangeBinding[] {
    return this.#changes.bindings;
  }

  currentClaims(): TokenClaims | undefined {
    return this.#mayReceive() ? this.#credentials.claims : undefined;
  }

  receiveChange(message: ChangeMessage): void {
    if (this.#mayReceive()) this.#sender.push("postgres_changes", message);
  }

  #replay(range: NonNullable<JoinRequest["replay"]>): void {
    const read = () => this.#context.readReplay(this.name.topic, range);
    this.#gate
      .replay(read, (broadcast) => this.#passOn(broadcast))
      .catch((error: unknown) => this.#context.log(`realtime: could not replay: ${String(error)}`));
  }

  #openChanges(): void {
    const { problem } = this.#changes;
    if (problem !== undefined) {
      this.#sender.system("postgres_changes", "error", problem);
      return;
    }
    this.#context.changes.subscribe(this);
    this.#sender.system("postgres_changes", "ok", "Subscribed to PostgreSQL");
  }

  handle(message: Message): void {
    this.#work = this.#work
      .then(() => this.#dispatch(message))
      .catch((error: unknown) => {
        this.#context.log(`realtime: ${message.event} failed: ${String(error)}`);
      });
  }

  receiveBroadcast(broadcast: ChannelBroadcast): void {
    if (this.#gate.admits(broadcast)) this.#passOn(broadcast);
  }

  receivePresence(diff: PresenceDiff): void {
    if (!this.#isPresenceEnabled || !this.#mayReceive() || !this.#rights.presence.canRead) return;
    this.#sender.push("presence_diff", diff);
  }

  /** Sends no message to the client. If the socket is still open, the caller must send one. */
  close(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#expiry.stop();
    this.#context.hub.leave(this.name, this);
    this.#context.changes.unsubscribe(this);
  }

  shutDown(reason: string): void {
    if (this.#hasEnded) return;
    this.#sender.system("system", "error", reason);
    this.#end();
  }

  async #dispatch(message: Message): Promise<void> {
    if (this.#hasEnded || !this.#mayReceive()) return;
    switch (message.event) {
      case "phx_leave":
        this.#sender.reply(message, "ok", {});
        this.#end();
        break;
      case "access_token":
        await this.#refresh(userToken((message.payload as Record<string, unknown>).access_token));
        break;
      case "broadcast":
        this.#broadcast(message);
        break;
      case "presence":
        this.#presence(message);
        break;
      default:
        this.#sender.reply(message, "error", { reason: "unknown event" });
    }
  }

  #broadcast(message: Message): void {
    const push = readBroadcastPush(message.payload);
    if (!push) {
      this.#sender.reply(message, "error", { reason: "broadcast needs an event" });
      return;
    }
    if (push.metadata.persist) {
      const error = "the local backend does not store broadcasts that clients send";
      this.#sender.reply(message, "error", { error, reason: error });
      return;
    }
    if (!this.#rights.broadcast.canWrite) return;
    const sender = this.#join.self ? undefined : this;
    this.#context.hub.broadcast(this.name, { event: push.event, body: push.body }, sender);
    if (this.#join.ack) this.#sender.reply(message, "ok", {});
  }

  #presence(message: Message): void {
    const request = readPresenceRequest(message.payload);
    if (request.action === "refuse") {
      this.#sender.reply(message, "error", { reason: request.reason });
    } else if (request.action === "untrack") {
      this.#context.hub.untrack(this.name, this);
      this.#sender.reply(message, "ok", {});
    } else if (!this.#rights.presence.canWrite) {
      this.#sender.reply(message, "error", { reason: "unauthorized" });
    } else {
      if (!this.#isPresenceEnabled) {
        this.#isPresenceEnabled = true;
        this.#pushPresenceState();
      }
      this.#context.hub.track(this.name, this, this.#presenceKey, request.payload);
      this.#sender.reply(message, "ok", {});
    }
  }

  async #refresh(token: string | undefined): Promise<void> {
    if (token === undefined || token === this.#credentials.token) return;
    try {
      const credentials = await this.#context.verify(token);
      const rights = await this.#context.rightsOf(credentials, this.name);
      const hasLostRead =
        (this.#rights.broadcast.canRead && !rights.broadcast.canRead) ||
        (this.#rights.presence.canRead && !rights.presence.canRead);
      if (hasLostRead) {
        this.shutDown(
          `You no longer have permission to read from this Channel topic: ${this.name.topic}`,
        );
        return;
      }
      this.#credentials = credentials;
      this.#rights = rights;
      if (!this.#hasEnded) this.#expiry.watch(credentials.expiresAtMs);
    } catch (error) {
      this.shutDown(
        error instanceof CredentialError
          ? error.message
          : "Realtime was unable to connect to the project database",
      );
    }
  }

  /** Returns false if the channel has ended. Ends the channel if the token has expired. */
  #mayReceive(): boolean {
    if (this.#hasEnded) return false;
    if (!this.#expiry.isExpired) return true;
    this.shutDown("Token has expired");
    return false;
  }

  #passOn(broadcast: ChannelBroadcast): void {
    if (!this.#mayReceive() || !this.#rights.broadcast.canRead) return;
    this.#sender.broadcast(broadcast);
  }

  #pushPresenceState(): void {
    if (!this.#rights.presence.canRead) return;
    this.#sender.push("presence_state", this.#context.hub.presences(this.name));
  }

  #end(): void {
    this.#sender.close();
    this.close();
    this.#transport.onChannelEnd(this);
  }
}
