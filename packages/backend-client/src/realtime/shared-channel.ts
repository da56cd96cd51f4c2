import type { RealtimeChannel, RealtimeClient as Socket } from "@supabase/realtime-js";
import { reportThrown } from "../config/report.js";
import { BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromRealtime } from "../errors/from-realtime.js";
import { backoffMs } from "./backoff.js";
import type { ChannelOptions, ChannelStatus, PresenceState } from "./channel-options.js";

export interface ChannelSurroundings {
  now(): number;
  schedule(run: () => void, milliseconds: number): () => void;
  authorize(): Promise<void>;
  tokenVersion(): number;
}

export interface Member {
  options: ChannelOptions;
  tracked: Record<string, unknown> | null;
  gapSince: number | null;
}

export class SharedChannel {
  readonly members = new Set<Member>();
  #status: ChannelStatus = "joining";
  #error: BackendError | null = null;
  #socket: Socket | null = null;
  #channel: RealtimeChannel | null = null;
  #hasPresence = false;
  #generation = 0;
  #tries = 0;
  #tokenVersion = 0;
  #cancelRetry: (() => void) | null = null;
  #leaving: Promise<unknown> = Promise.resolve();
  readonly #topic: string;
  readonly #isPrivate: boolean;
  readonly #around: ChannelSurroundings;

  constructor(topic: string, isPrivate: boolean, around: ChannelSurroundings) {
    this.#topic = topic;
    this.#isPrivate = isPrivate;
    this.#around = around;
  }

  add(member: Member): void {
    this.members.add(member);
    this.#call(member, (options) => options.onStatus?.(this.#status, this.#error));
    if (member.options.onPresence && this.#channel && !this.#hasPresence) this.#rejoin();
    else if (this.#status === "refused") void this.#join();
    else if (this.#status === "joined") {
      this.#tellGap(member);
      const channel = this.#channel;
      if (channel) this.#call(member, (options) => options.onPresence?.(presenceOf(channel)));
    }
  }

  up(socket: Socket): void {
    this.#socket = socket;
    this.#tries = 0;
    void this.#join();
  }

  down(since: number): void {
    this.#lose(since, null);
    this.#socket = null;
  }

  tokenRefreshed(): void {
    if (this.#status === "refused") void this.#join();
  }

  refused(error: BackendError): void {
    this.#set(error.code === "session_missing" ? "signed-out" : "lost", error);
  }

  leave(): void {
    this.#detach();
    this.#socket = null;
  }

  async send(type: "broadcast" | "presence", event: string, payload: unknown) {
    const channel = this.#channel;
    const operation = `realtime ${type === "presence" ? event : "send"}`;
    if (!channel || this.#status !== "joined") return failed("socket_closed", operation);
    const answer = await channel.send({ type, event, payload });
    if (answer === "ok") return { data: null, error: null } satisfies Result<null>;
    return failed(answer === "timed out" ? "push_timeout" : "unauthorized", operation);
  }

  async #join(): Promise<void> {
    const mine = this.#detach();
    this.#set("joining", null);
    try {
      await this.#leaving;
      this.#tokenVersion = this.#around.tokenVersion();
      await this.#around.authorize();
    } catch (thrown) {
      if (!isBackendError(thrown)) throw thrown;
      if (mine !== this.#generation) return;
      this.refused(thrown);
      if (thrown.retryable) this.#retryLater();
      return;
    }
    const socket = this.#socket;
    if (mine !== this.#generation || !socket) return;
    this.#hasPresence = [...this.members].some((member) => member.options.onPresence);
    const channel = socket.channel(this.#topic, {
      config: {
        private: this.#isPrivate,
        broadcast: { self: false, ack: true },
        presence: { enabled: this.#hasPresence },
      },
    });
    this.#channel = channel;
    channel.on("broadcast", { event: "*" }, ({ event, payload }) =>
      this.#tell((options) => options.onBroadcast?.({ event, payload })),
    );
    if (this.#hasPresence) {
      channel.on("presence", { event: "sync" }, () => {
        const state = presenceOf(channel);
        this.#tell((options) => options.onPresence?.(state));
      });
    }
    channel.subscribe((status, error) => {
      if (mine !== this.#generation) return;
      if (status === "SUBSCRIBED") this.#joined();
      else if (status === "TIMED_OUT") this.#lose(this.#around.now(), timedOut(), true);
      else this.#lose(this.#around.now(), lossReason(error), true);
    });
  }

  #joined(): void {
    this.#tries = 0;
    this.#set("joined", null);
    for (const member of this.members) {
      this.#tellGap(member);
      if (member.tracked) void this.send("presence", "track", member.tracked);
    }
  }

  #lose(since: number, error: BackendError | null, mayRetry = false): void {
    const wasJoined = this.#status === "joined";
    this.#detach();
    if (wasJoined) for (const member of this.members) member.gapSince ??= since;
    const isForbidden = error?.code === "unauthorized";
    if (isForbidden && this.#around.tokenVersion() !== this.#tokenVersion) {
      void this.#join();
      return;
    }
    this.#set(isForbidden ? "refused" : "lost", error);
    if (mayRetry && !isForbidden) this.#retryLater();
  }

  #rejoin(): void {
    this.#lose(this.#around.now(), null);
    void this.#join();
  }

  #retryLater(): void {
    const rejoin = () => void this.#join();
    this.#cancelRetry = this.#around.schedule(rejoin, backoffMs(this.#tries++));
  }

  #detach(): number {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const channel = this.#channel;
    this.#channel = null;
    const mine = ++this.#generation;
    // The next join can use the topic only after realtime-js has removed this channel.
    if (channel) this.#leaving = channel.socket.removeChannel(channel).catch(() => undefined);
    return mine;
  }

  #set(status: ChannelStatus, error: BackendError | null): void {
    if (this.#status === status && this.#error === error) return;
    this.#status = status;
    this.#error = error;
    this.#tell((options) => options.onStatus?.(status, error));
  }

  #tellGap(member: Member): void {
    const since = member.gapSince;
    if (since === null) return;
    member.gapSince = null;
    this.#call(member, (options) => options.onGap?.(since));
  }

  #tell(call: (options: ChannelOptions) => void): void {
    for (const member of [...this.members]) this.#call(member, call);
  }

  #call(member: Member, call: (options: ChannelOptions) => void): void {
    if (!this.members.has(member)) return;
    try {
      call(member.options);
    } catch (thrown) {
      reportThrown(thrown);
    }
  }
}

function presenceOf(channel: RealtimeChannel): PresenceState {
  return channel.presenceState() as PresenceState;
}

function failed(
  code: "socket_closed" | "push_timeout" | "unauthorized",
  operation: string,
): Result<null> {
  const message = `${operation} was not confirmed (${code}).`;
  const retryable = code !== "unauthorized";
  return {
    data: null,
    error: new BackendError({ kind: "realtime", code, operation, message, retryable }),
  };
}

function timedOut(): BackendError {
  return new BackendError({
    kind: "realtime",
    code: "join_timeout",
    operation: "realtime join",
    message: "realtime join got no response within 10 s. Retrying.",
    retryable: true,
  });
}

/**
 * A close without a reason means that the server ended the channel, for example for an expired
 * token.
 */
function lossReason(error: Error | undefined): BackendError {
  return fromRealtime(error?.message ?? "closed", "realtime join");
}
