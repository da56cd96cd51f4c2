import type { RealtimeClient as Socket } from "@supabase/realtime-js";
import { abortableResult } from "../config/abortable.js";
import { defaultRuntime } from "../config/runtime.js";
import type { ChannelOptions, RealtimeControl, Subscription } from "./channel-options.js";
import { createConnection, type RealtimeOptions } from "./connection.js";
import { type Member, SharedChannel } from "./shared-channel.js";

const SEND = { operation: "realtime send" };

/**
 * How long a channel without subscribers stays open. In React's Strict Mode and after a page
 * change, components resubscribe within this time.
 */
const LINGER_MS = 1_000;

export function createRealtimeClient(options: RealtimeOptions): RealtimeControl {
  const now = options.runtime?.now ?? defaultRuntime.now;
  const schedule = options.runtime?.schedule ?? defaultRuntime.schedule;
  const channels = new Map<string, SharedChannel>();
  let tokens = 0;
  let socket: Socket | null = null;

  const connection = createConnection(options, {
    onUp(opened) {
      socket = opened;
      for (const channel of channels.values()) channel.up(opened);
    },
    onDown(since) {
      socket = null;
      for (const channel of channels.values()) channel.down(since);
    },
    onRefused(error) {
      for (const channel of channels.values()) channel.refused(error);
    },
  });

  function channelOf(topic: string, isPrivate: boolean): SharedChannel {
    const key = `${isPrivate ? "private" : "public"}:${topic}`;
    const existing = channels.get(key);
    if (existing) return existing;
    const { authorize } = connection;
    const channel = new SharedChannel(topic, isPrivate, {
      now,
      schedule,
      authorize,
      tokenVersion: () => tokens,
    });
    channels.set(key, channel);
    if (socket) channel.up(socket);
    return channel;
  }

  function release(topic: string, isPrivate: boolean, channel: SharedChannel): void {
    schedule(() => {
      const key = `${isPrivate ? "private" : "public"}:${topic}`;
      if (channel.members.size > 0 || channels.get(key) !== channel) return;
      channels.delete(key);
      channel.leave();
      if (channels.size === 0) connection.close();
    }, LINGER_MS);
  }

  function reopen(): void {
    if (channels.size > 0) connection.open();
  }

  return {
    subscribe(subscribed: ChannelOptions): Subscription {
      const { topic, private: isPrivate = true, readAt = null } = subscribed;
      const member: Member = { options: subscribed, tracked: null, gapSince: readAt };
      const channel = channelOf(topic, isPrivate);
      channel.add(member);
      connection.open();
      return {
        send: (event, payload, { signal } = {}) =>
          abortableResult(channel.send("broadcast", event, payload), { ...SEND, signal }),
        track(payload, { signal } = {}) {
          member.tracked = payload;
          return abortableResult(channel.send("presence", "track", payload), { ...SEND, signal });
        },
        untrack({ signal } = {}) {
          member.tracked = null;
          return abortableResult(channel.send("presence", "untrack", {}), { ...SEND, signal });
        },
        unsubscribe() {
          if (channel.members.delete(member)) release(topic, isPrivate, channel);
        },
      };
    },
    tokenRefreshed() {
      tokens += 1;
      if (!socket) return;
      const tell = () => {
        for (const channel of channels.values()) channel.tokenRefreshed();
      };
      connection.authorize().then(tell, () => undefined);
    },
    identityChanged() {
      connection.close();
      reopen();
    },
    close: connection.close,
    reopen,
  };
}
