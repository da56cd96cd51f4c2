import { type Clock, systemClock } from "@/lib/drafts/autosave";
import { fadeNewRows, readRowKeys } from "@/lib/live/live-rows";

export const BURST_MS = 300;

type Options = {
  refresh: () => void;
  clock?: Clock;
  isOnline?: () => boolean;
  readRows?: () => ReadonlySet<string | null>;
  fadeRows?: (known: ReadonlySet<string | null>) => void;
};

/** Refreshes the page once for several changes in a row, and then fades in the changed rows. */
export function createLiveRefresh({
  refresh,
  clock = systemClock,
  isOnline = () => navigator.onLine,
  readRows = readRowKeys,
  fadeRows = fadeNewRows,
}: Options) {
  let cancel = () => {};
  let known: ReadonlySet<string | null> | undefined;

  const start = () => {
    // Do not refresh while the browser is offline, because Next would open the browser's error page.
    if (!isOnline()) return;
    known ??= readRows();
    refresh();
  };

  return {
    ask: () => {
      cancel();
      cancel = clock(start, BURST_MS);
    },
    /** Call this function after the refreshed page has rendered. */
    showChanges: () => {
      if (!known) return;
      fadeRows(known);
      known = undefined;
    },
    stop: () => cancel(),
  };
}
