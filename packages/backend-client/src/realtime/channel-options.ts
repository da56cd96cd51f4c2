import type { BackendError, Result } from "../errors/backend-error.js";

/** A message someone sent into a channel. */
export interface BroadcastMessage {
  /** The sender's name for it. */
  event: string;
  /** What was sent, unchecked: whoever may send to the topic wrote it. */
  payload: unknown;
}

/** Who is present: for each key, what its connections track. */
export type PresenceState = Record<string, Record<string, unknown>[]>;

/**
 * Where a subscription stands. `joined`: messages arrive. `lost`: it will come back by itself.
 * `refused`: the server forbids it, and nothing is tried until the next token, another subscriber or
 * another user. `signed-out`: nobody is signed in.
 */
export type ChannelStatus = "joining" | "joined" | "lost" | "refused" | "signed-out";

/** What to listen to on a channel. */
export interface ChannelOptions {
  /** Such as `request:7f3…`, without a prefix. */
  topic: string;
  /** Whether row-level security decides who may join; true by default. */
  private?: boolean | undefined;
  /** Hears each message that others send. */
  onBroadcast?: ((message: BroadcastMessage) => void) | undefined;
  /**
   * Messages may have been missed: load the data again.
   * @param since milliseconds since the epoch at which the channel was last known to be alive
   */
  onGap?: ((since: number) => void) | undefined;
  /** Hears who is present, on each change. */
  onPresence?: ((state: PresenceState) => void) | undefined;
  /** Hears where the subscription stands, on each change, and why. */
  onStatus?: ((status: ChannelStatus, error: BackendError | null) => void) | undefined;
  /**
   * Moment at which the data on screen was read, in milliseconds since the epoch: the first join
   * then counts as the end of a gap too, since messages before it were not heard. Default: it does
   * not.
   */
  readAt?: number | undefined;
}

/** How long a caller waits for the channel's acknowledgement. */
export interface SendOptions {
  /**
   * Aborting ends the wait with `aborted`; what has left the page is not called back. Default: 10 s.
   */
  signal?: AbortSignal | undefined;
}

/** One subscriber's hold on a channel. The last one to let go leaves the channel. */
export interface Subscription {
  /**
   * Sends to everyone else on the channel; `socket_closed` while it is not joined, `push_timeout`
   * after 10 s without an answer, `unauthorized` when policies forbid it, `aborted` by `signal`.
   */
  send(event: string, payload: unknown, options?: SendOptions): Promise<Result<null>>;
  /** Shows this connection to the others, again after every rejoin; errors as `send`. */
  track(payload: Record<string, unknown>, options?: SendOptions): Promise<Result<null>>;
  /** Hides this connection from the others again; errors as `send`. */
  untrack(options?: SendOptions): Promise<Result<null>>;
  /** Lets go; the last subscriber of a topic leaves the channel. */
  unsubscribe(): void;
}

/** Live messages. */
export interface RealtimeClient {
  /**
   * Subscribes to a channel; subscribers of one topic share it.
   * @example
   * const subscription = realtime.subscribe({ topic, onBroadcast: refetch, onGap: refetch });
   */
  subscribe(options: ChannelOptions): Subscription;
}

/** The parts of realtime that the session drives. */
export interface RealtimeControl extends RealtimeClient {
  /** The token was renewed: channels that are joined get the new one. */
  tokenRefreshed(): void;
  /** Someone else is signed in, or nobody: every channel is left, and joined again if it may be. */
  identityChanged(): void;
  /** Leaves everything and closes the socket; what is subscribed to is kept. */
  close(): void;
  /** Opens the socket again for what is subscribed to, if anything is. */
  reopen(): void;
}
