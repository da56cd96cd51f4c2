import { abortableResult } from "../config/abortable.js";
import { reportThrown } from "../config/report.js";
import type { BackendError, Result } from "../errors/backend-error.js";
import type {
  ChannelOptions,
  RealtimeClient,
  RealtimeControl,
  SendOptions,
  Subscription,
} from "../realtime/channel-options.js";

export function lazyRealtime(load: () => Promise<Result<RealtimeControl>>): RealtimeClient {
  return {
    subscribe(options) {
      let isWanted = true;
      let inner: Subscription | null = null;
      const ready = load().then((realtime) => {
        if (!isWanted) return realtime;
        if (realtime.error) tellLost(options, realtime.error);
        else inner = realtime.data.subscribe(options);
        return realtime;
      });
      const later = (
        call: (subscription: Subscription) => Promise<Result<null>>,
        { signal }: SendOptions = {},
      ): Promise<Result<null>> => {
        const sent = ready.then((realtime) => {
          if (realtime.error) return realtime;
          return inner && !signal?.aborted ? call(inner) : NOTHING;
        });
        return abortableResult(sent, { operation: "realtime send", signal });
      };
      return {
        send: (event, payload, options) =>
          later((subscription) => subscription.send(event, payload, options), options),
        track: (payload, options) =>
          later((subscription) => subscription.track(payload, options), options),
        untrack: (options) => later((subscription) => subscription.untrack(options), options),
        unsubscribe() {
          isWanted = false;
          inner?.unsubscribe();
        },
      };
    },
  };
}

const NOTHING: Result<null> = { data: null, error: null };

function tellLost({ onStatus }: ChannelOptions, error: BackendError): void {
  try {
    onStatus?.("lost", error);
  } catch (thrown) {
    reportThrown(thrown);
  }
}
