import type { BackendError, Result } from "../errors/backend-error.js";

/** A message sent to a channel. */
export interface BroadcastMessage {
  /** The name that the sender gave the event. */
  event: string;
  /** The content. The SDK does not check it. */
  payload: unknown;
}

/** The presence state: for each presence key, the payloads that its connections track. */
export type PresenceState = Record<string, Record<string, unknown>[]>;

/**
 * Status of a subscription. `joining`: a join is pending. `joined`: messages arrive. `lost`: the
 * client reconnects automatically. `refused`: the server forbids the channel, and the client
 * retries after a token refresh, a change of user or a new subscription. `signed-out`: no user is
 * signed in.
 */
export type ChannelStatus = "joining" | "joined" | "lost" | "refused" | "signed-out";

/** Options of a channel subscription. */
export interface ChannelOptions {
  /** The topic, such as `request:7f3…`, without the prefix `realtime:`. */
  topic: string;
  /** If true, row-level security decides who may join. Default true. */
  private?: boolean | undefined;
  /** Called with each message that others send. Default: none. */
  onBroadcast?: ((message: BroadcastMessage) => void) | undefined;
  /**
   * Called when the subscriber may have missed messages and should load its data again. Default:
   * none.
   * @param since the last time at which the channel was known to be alive, or `readAt`, in
   * milliseconds since the epoch
   */
  onGap?: ((since: number) => void) | undefined;
  /** Called on each change of presence. Default: none. */
  onPresence?: ((state: PresenceState) => void) | undefined;
  /** Called with the status when the subscription starts and on each change. Default: none. */
  onStatus?: ((status: ChannelStatus, error: BackendError | null) => void) | undefined;
  /**
   * Time at which the displayed data was read, in milliseconds since the epoch. The first join then
   * calls `onGap`. Default: the first join does not call `onGap`.
   */
  readAt?: number | undefined;
}

/** Options of calls that wait until the channel acknowledges the message. */
export interface SendOptions {
  /**
   * Ends the wait with `aborted`, but does not recall a message that was sent. Default: the call
   * waits up to 10 s.
   */
  signal?: AbortSignal | undefined;
}

/** A subscription to a channel. */
export interface Subscription {
  /**
   * Sends a message to all other subscribers. Errors: `socket_closed` if the channel is not joined,
   * `push_timeout` after 10 s without a response, `unauthorized` if policies forbid the message,
   * `aborted` if `signal` aborts.
   */
  send(event: string, payload: unknown, options?: SendOptions): Promise<Result<null>>;
  /**
   * Shows this connection to the other subscribers, and shows it again after every rejoin. Errors
   * as for `send`.
   */
  track(payload: Record<string, unknown>, options?: SendOptions): Promise<Result<null>>;
  /** Hides this connection from the other subscribers. Errors as for `send`. */
  untrack(options?: SendOptions): Promise<Result<null>>;
  /** Ends the subscription. */
  unsubscribe(): void;
}

/** A client for realtime messages. */
export interface RealtimeClient {
  /**
   * Subscribes to a channel. Subscribers of one topic share one channel.
   * @example
   * const subscription = realtime.subscribe({ topic, onBroadcast: refetch, onGap: refetch });
   */
  subscribe(options: ChannelOptions): Subscription;
}

export interface RealtimeControl extends RealtimeClient {
  tokenRefreshed(): void;
  identityChanged(): void;
  close(): void;
  reopen(): void;
}
