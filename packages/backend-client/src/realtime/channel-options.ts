import type { BackendError, Result } from "../errors/backend-error.js";

/** A message sent to a channel. */
export interface BroadcastMessage {
  /** The sender's name for the event. */
  event: string;
  /** The unchecked content. Anyone who may send to the topic can write it. */
  payload: unknown;
}

/** Presence state: for each key, what its connections track. */
export type PresenceState = Record<string, Record<string, unknown>[]>;

/**
 * Status of a subscription. `joined`: messages arrive. `lost`: it reconnects automatically.
 * `refused`: the server forbids it; the next token, subscriber or user causes another attempt.
 * `signed-out`: no user is signed in.
 */
export type ChannelStatus = "joining" | "joined" | "lost" | "refused" | "signed-out";

/** Options of a channel subscription. */
export interface ChannelOptions {
  /** Topic such as `request:7f3…`, without a prefix. */
  topic: string;
  /** If true, row-level security decides who may join. Default true. */
  private?: boolean | undefined;
  /** Called with each message that others send. Default: none. */
  onBroadcast?: ((message: BroadcastMessage) => void) | undefined;
  /**
   * Called when messages may have been missed: load the data again. Default: none.
   * @param since last time the channel was known to be alive, in milliseconds since the epoch
   */
  onGap?: ((since: number) => void) | undefined;
  /** Called on each change of presence. Default: none. */
  onPresence?: ((state: PresenceState) => void) | undefined;
  /** Called on each change of status, with the reason. Default: none. */
  onStatus?: ((status: ChannelStatus, error: BackendError | null) => void) | undefined;
  /**
   * Time of the displayed data, in milliseconds since the epoch. The first join then calls `onGap`,
   * because messages since that time are missing. Default: it does not.
   */
  readAt?: number | undefined;
}

/** Options of calls that wait for the channel's acknowledgement. */
export interface SendOptions {
  /** Aborting ends the wait with `aborted`, but does not recall a sent message. Default: 10 s. */
  signal?: AbortSignal | undefined;
}

/** A subscription to a channel. When the last one ends, the client leaves the channel. */
export interface Subscription {
  /**
   * Sends to everyone else on the channel. Errors: `socket_closed` while it is not joined,
   * `push_timeout` after 10 s without a response, `unauthorized` if policies forbid it, `aborted`
   * by `signal`.
   */
  send(event: string, payload: unknown, options?: SendOptions): Promise<Result<null>>;
  /** Shows this connection to the others, and again after every rejoin. Errors as for `send`. */
  track(payload: Record<string, unknown>, options?: SendOptions): Promise<Result<null>>;
  /** Hides this connection from the others. Errors as for `send`. */
  untrack(options?: SendOptions): Promise<Result<null>>;
  /** Ends the subscription. */
  unsubscribe(): void;
}

/** Realtime messages. */
export interface RealtimeClient {
  /**
   * Subscribes to a channel. Subscribers of one topic share it.
   * @example
   * const subscription = realtime.subscribe({ topic, onBroadcast: refetch, onGap: refetch });
   */
  subscribe(options: ChannelOptions): Subscription;
}

export interface RealtimeControl extends RealtimeClient {
  tokenRefreshed(): void;
  /** Leaves every channel, and rejoins those that the new user may join. */
  identityChanged(): void;
  /** Subscriptions stay. */
  close(): void;
  reopen(): void;
}
