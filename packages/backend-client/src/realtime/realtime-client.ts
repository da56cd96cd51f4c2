import type { RealtimeClient as Socket } from "@supabase/realtime-js";
import { defaultRuntime } from "../config/runtime.js";
import type { ChannelOptions, RealtimeControl, Subscription } from "./channel-options.js";
import { createConnection, type RealtimeOptions } from "./connection.js";
import { type Member, SharedChannel } from "./shared-channel.js";

/**
 * Milliseconds a channel outlives its last subscriber: Strict Mode and moves between pages let go
 * and take hold again within one.
 */
const LINGER_MS = 1_000;

/**
 * Creates the realtime client of one user. The socket opens with the first subscription and closes
 * after the last. Joins and rejoins happen only with a fresh token from `getAccessToken`, never
 * with the anonymous key.
 */
export function createRealtimeClient(options: RealtimeOptions): RealtimeControl {
  const now = options.runtime?.now ?? defaultRuntime.now;
  const schedule = options.runtime?.schedule ?? defaultRuntime.schedule;
  const channels = new Map<string, SharedChannel>();
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
    const { renewToken } = options;
    const renew = renewToken ? () => renewToken().then(authorize) : null;
    const channel = new SharedChannel(topic, isPrivate, { now, schedule, authorize, renew });
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

  return {
    subscribe(subscribed: ChannelOptions): Subscription {
      const { topic, private: isPrivate = true, readAt = null } = subscribed;
      const member: Member = { options: subscribed, tracked: null, gapSince: readAt };
      const channel = channelOf(topic, isPrivate);
      channel.add(member);
      connection.open();
      return {
        send: (event, payload) => channel.send("broadcast", event, payload),
        track(payload) {
          member.tracked = payload;
          return channel.send("presence", "track", payload);
        },
        untrack() {
          member.tracked = null;
          return channel.send("presence", "untrack", {});
        },
        unsubscribe() {
          if (channel.members.delete(member)) release(topic, isPrivate, channel);
        },
      };
    },
    tokenRefreshed() {
      if (!socket) return;
      const tell = () => {
        for (const channel of channels.values()) channel.tokenRefreshed();
      };
      connection.authorize().then(tell, () => undefined);
    },
    identityChanged() {
      for (const channel of channels.values()) channel.identityChanged();
      connection.close();
      if (channels.size > 0) connection.open();
    },
    close: connection.close,
  };
}
