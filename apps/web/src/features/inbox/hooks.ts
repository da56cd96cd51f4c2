"use client";

import { useChannel } from "@dossier/backend-client/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { WorkCounts } from "@/features/inbox/types";
import { fetchJson } from "@/lib/http/fetch-json";
import { paceLoads } from "@/lib/http/paced-load";
import { pollPage } from "@/lib/http/page-poll";
import { isChannelLost, POLL_MS } from "@/lib/live/live-outage";
import { doesPageRefreshOn } from "@/lib/live/refreshing-page";

/**
 * Loads the counts again after each broadcast about the firm and, while the channel is down, every
 * minute. Loads nothing on a page that refreshes itself after the same changes.
 * @param read the counts that the server rendered
 */
export function useLiveCounts(org: { id: string; slug: string }, read: WorkCounts): WorkCounts {
  const topic = `org:${org.id}`;
  const path = `/o/${org.slug}/counts`;
  const [live, setLive] = useState(read);
  const loads = useRef<ReturnType<typeof paceLoads>>(undefined);

  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      if (!navigator.onLine || doesPageRefreshOn(topic)) return;
      const counts = await fetchJson<WorkCounts | null>(path, controller.signal);
      if (counts) setLive(counts);
    };
    const paced = paceLoads(load);
    loads.current = paced;
    return () => {
      paced.stop();
      controller.abort();
    };
  }, [topic, path]);

  const loadSoon = useCallback(() => loads.current?.ask(), []);
  const { status } = useChannel({
    topic,
    readAt: read.readAt,
    onBroadcast: loadSoon,
    onGap: loadSoon,
  });

  const isLost = isChannelLost(status);
  useEffect(() => (isLost ? pollPage(loadSoon, POLL_MS) : undefined), [isLost, loadSoon]);

  return live.readAt > read.readAt ? live : read;
}
