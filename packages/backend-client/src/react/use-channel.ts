import { useCallback, useEffect, useRef, useState } from "react";
import type { BackendError, Result } from "../errors/backend-error.js";
import type {
  ChannelOptions,
  ChannelStatus,
  SendOptions,
  Subscription,
} from "../realtime/channel-options.js";
import { useBackend } from "./provider.js";

/** Options of {@link useChannel}. The hook returns the status instead of calling `onStatus`. */
export interface UseChannelOptions extends Omit<ChannelOptions, "onStatus"> {
  /** If false, the hook does not subscribe, and the status is `joining`. Default true. */
  enabled?: boolean | undefined;
}

/** Status and methods of a channel. */
export interface ChannelHandle {
  /** Status of the subscription. It is `joining` while `enabled` is false. */
  status: ChannelStatus;
  /**
   * The reason why the status is `lost`, `refused` or `signed-out`. Null for other statuses, and if
   * only the connection was lost.
   */
  error: BackendError | null;
  /**
   * Sends a message to all other subscribers. While `enabled` is false, it sends nothing and
   * returns no error.
   */
  send(event: string, payload: unknown, options?: SendOptions): Promise<Result<null>>;
  /**
   * Shows this user's presence to the other subscribers. While `enabled` is false, it sends nothing
   * and returns no error.
   */
  track(payload: Record<string, unknown>, options?: SendOptions): Promise<Result<null>>;
}

type State = Pick<ChannelHandle, "status" | "error">;

const JOINING: State = { status: "joining", error: null };

/**
 * Subscribes to a channel while the component is mounted. You may pass new callbacks on every
 * render. Debounce callbacks that fetch.
 * @example
 * useChannel({ topic: `org:${orgId}`, onBroadcast: refetch, onGap: refetch });
 */
export function useChannel(options: UseChannelOptions): ChannelHandle {
  const { topic, private: isPrivate = true, enabled = true } = options;
  const listensToPresence = options.onPresence !== undefined;
  const { realtime } = useBackend();
  const latest = useRef(options);
  const subscription = useRef<Subscription | null>(null);
  const [state, setState] = useState<State>(JOINING);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!enabled) return;
    const mine = realtime.subscribe({
      topic,
      private: isPrivate,
      readAt: latest.current.readAt,
      onBroadcast: (message) => latest.current.onBroadcast?.(message),
      onGap: (since) => latest.current.onGap?.(since),
      onPresence: listensToPresence ? (all) => latest.current.onPresence?.(all) : undefined,
      onStatus: (status, error) => setState({ status, error }),
    });
    subscription.current = mine;
    return () => {
      subscription.current = null;
      mine.unsubscribe();
      setState(JOINING);
    };
  }, [realtime, topic, isPrivate, enabled, listensToPresence]);

  const send = useCallback(
    (event: string, payload: unknown, options?: SendOptions) =>
      subscription.current?.send(event, payload, options) ?? Promise.resolve(NOTHING),
    [],
  );
  const track = useCallback(
    (payload: Record<string, unknown>, options?: SendOptions) =>
      subscription.current?.track(payload, options) ?? Promise.resolve(NOTHING),
    [],
  );
  return { ...(enabled ? state : JOINING), send, track };
}

const NOTHING: Result<null> = { data: null, error: null };
