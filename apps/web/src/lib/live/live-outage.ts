import type { ChannelStatus } from "@dossier/backend-client/browser";
import { type Clock, systemClock } from "@/lib/drafts/autosave";
import { pollPage } from "@/lib/http/page-poll";

export const PAUSED_AFTER_MS = 10_000;
export const POLL_MS = 60_000;

/**
 * Every attempt to rejoin reports the status `joining`, so `joining` counts as a lost channel too.
 */
export function isChannelLost(status: ChannelStatus): boolean {
  return status !== "joined" && status !== "signed-out";
}

type Options = {
  refresh: () => Promise<unknown>;
  onPaused: (isPaused: boolean) => void;
  clock?: Clock;
  poll?: typeof pollPage;
};

/**
 * While the channel is lost, refreshes the visible page every minute. Reports after 10 seconds that
 * live updates are paused.
 * @returns a function that ends the outage
 */
export function startOutage({
  refresh,
  onPaused,
  clock = systemClock,
  poll = pollPage,
}: Options): () => void {
  const cancel = clock(() => onPaused(true), PAUSED_AFTER_MS);
  // If the refresh fails, the next attempt is in a minute.
  const stop = poll(() => void refresh().catch(() => {}), POLL_MS);
  return () => {
    cancel();
    stop();
    onPaused(false);
  };
}
