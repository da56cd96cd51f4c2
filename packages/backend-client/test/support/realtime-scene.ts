import type { BackendError } from "../../src/errors/backend-error.js";
import type { ChannelOptions } from "../../src/realtime/channel-options.js";
import { createRealtimeClient } from "../../src/realtime/realtime-client.js";
import { createFakeRealtimeServer } from "./fake-socket.js";

export function createRealtimeScene() {
  const server = createFakeRealtimeServer();
  const wakes = new Set<() => void>();
  let asked = 0;
  let refusal: BackendError | null = null;
  const realtime = createRealtimeClient({
    url: "http://backend.test",
    anonKey: "sb_publishable_test",
    WebSocket: server.WebSocket,
    getAccessToken: async () => {
      if (refusal) throw refusal;
      return `token-${++asked}`;
    },
    onWake(listener) {
      wakes.add(listener);
      return () => wakes.delete(listener);
    },
  });
  const subscribe = (options: Partial<ChannelOptions> = {}) => {
    const received: string[] = [];
    const gaps: number[] = [];
    const statuses: string[] = [];
    const subscription = realtime.subscribe({
      topic: "room",
      onBroadcast: ({ event }) => received.push(event),
      onGap: (since) => gaps.push(since),
      onStatus: (status, error) => statuses.push(error ? `${status} ${error.code}` : status),
      ...options,
    });
    return { ...subscription, received, gaps, statuses };
  };
  return {
    server,
    realtime,
    subscribe,
    wake: () => wakes.forEach((listener) => void listener()),
    refuse: (error: BackendError | null) => {
      refusal = error;
    },
  };
}
