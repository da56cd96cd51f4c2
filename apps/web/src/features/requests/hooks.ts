"use client";

import type { PresenceState } from "@dossier/backend-client/browser";
import { useChannel } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState, useTransition } from "react";
import { othersIn } from "@/features/requests/selectors";
import type { OwnViewer, RequestViewer } from "@/features/requests/types";
import { askForPage } from "@/lib/backend/ask-for-page";
import { isChannelLost, startOutage } from "@/lib/live/live-outage";
import { createLiveRefresh } from "@/lib/live/live-refresh";

/** Returns a function that refreshes the page once for several changes in a row. */
function useRefresh(): () => void {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const live = useMemo(
    () => createLiveRefresh({ refresh: () => startRefresh(() => router.refresh()) }),
    [router],
  );
  useEffect(() => live.stop, [live]);
  useEffect(() => {
    if (!isRefreshing) live.showChanges();
  }, [live, isRefreshing]);
  return live.ask;
}

type LivePage = {
  topic: string;
  /** In milliseconds since the epoch. */
  readAt: number;
  viewer?: OwnViewer | undefined;
};

/**
 * Refreshes the page after each change, and after an outage in which changes may have been missed.
 */
export function useLiveRefresh({ topic, readAt, viewer }: LivePage) {
  const [isPaused, setPaused] = useState(false);
  const [viewers, setViewers] = useState<RequestViewer[]>([]);
  const refreshSoon = useRefresh();

  const { status, track } = useChannel({
    topic,
    readAt,
    onBroadcast: refreshSoon,
    onGap: refreshSoon,
    ...(viewer
      ? { onPresence: (state: PresenceState) => setViewers(othersIn(state, viewer)) }
      : {}),
  });

  const [id, name, imageUrl] = [viewer?.id, viewer?.name, viewer?.imageUrl];
  useEffect(() => {
    if (id && status === "joined") void track({ id, name, imageUrl });
  }, [track, id, name, imageUrl, status]);

  const isLost = isChannelLost(status);
  useEffect(
    () => (isLost ? startOutage({ refresh: askForPage, onPaused: setPaused }) : undefined),
    [isLost],
  );
  return { isPaused, viewers };
}
