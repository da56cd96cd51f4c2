import type { Result } from "../errors/backend-error.js";
import type { RealtimeClient, RealtimeControl, Subscription } from "../realtime/channel-options.js";

/**
 * The realtime client, loaded by the first subscription. A subscription taken back before the
 * code has arrived is never opened.
 */
export function lazyRealtime(load: () => Promise<Result<RealtimeControl>>): RealtimeClient {
  return {
    subscribe(options) {
      let isWanted = true;
      let inner: Subscription | null = null;
      const ready = load().then((realtime) => {
        if (realtime.error) {
          if (isWanted) options.onStatus?.("lost", realtime.error);
          return realtime;
        }
        if (isWanted) inner = realtime.data.subscribe(options);
        return realtime;
      });
      const later = async (call: (subscription: Subscription) => Promise<Result<null>>) => {
        const realtime = await ready;
        if (realtime.error) return realtime;
        return inner ? call(inner) : ({ data: null, error: null } as const);
      };
      return {
        send: (event, payload) => later((subscription) => subscription.send(event, payload)),
        track: (payload) => later((subscription) => subscription.track(payload)),
        untrack: () => later((subscription) => subscription.untrack()),
        unsubscribe() {
          isWanted = false;
          inner?.unsubscribe();
        },
      };
    },
  };
}
