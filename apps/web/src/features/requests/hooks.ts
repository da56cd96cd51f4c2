"use client";

import type { PresenceState } from "@dossier/backend-client/browser";
import { useChannel } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { askForPage } from "@/lib/backend/ask-for-page";
import { pollPage } from "@/lib/http/page-poll";

const REFRESH_DELAY_MS = 300;
const PAUSED_AFTER_MS = 10_000;
const POLL_MS = 60_000;

export type Viewer = { id: string; name: string };

/** Returns each person once, however many windows they have open, without the user. */
function othersIn(state: PresenceState, userId: string): Viewer[] {
  const entries = Object.values(state).flat();
  const people = entries.map((entry) => ({
    id: String(entry.id ?? ""),
    name: String(entry.name ?? ""),
  }));
  const others = people.filter(({ id, name }) => name !== "" && id !== userId);
  return [...new Map(others.map((each) => [each.id, each])).values()];
}

/**
 * Refreshes the page when the channel reports a change, at most every 300 ms. Without a channel,
 * refreshes the visible page every minute and shows a notice after 10 s.
 * @returns whether live updates are paused, and the other users who view the page
 */
export function useLiveRefresh({
  topic,
  readAt,
  viewer,
}: {
  topic: string;
  /** When the server read the page, in milliseconds since the epoch. */
  readAt: number;
  /** How other viewers see the user. Without it, the page does not show other viewers. */
  viewer?: Viewer | undefined;
}) {
  const router = useRouter();
  const [isPaused, setPaused] = useState(false);
  const [viewers, setViewers] = useState<Viewer[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Do not refresh without a network, because Next would navigate to the browser's error page.
  const refresh = useCallback(() => {
    if (navigator.onLine) router.refresh();
  }, [router]);

  const refreshSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, REFRESH_DELAY_MS);
  }, [refresh]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { status, track } = useChannel({
    topic,
    readAt,
    onBroadcast: refreshSoon,
    onGap: refreshSoon,
    ...(viewer
      ? {
          onPresence: (state: PresenceState) => setViewers(othersIn(state, viewer.id)),
        }
      : {}),
  });

  const [viewerId, viewerName] = [viewer?.id, viewer?.name];
  useEffect(() => {
    if (viewerId && status === "joined") void track({ id: viewerId, name: viewerName });
  }, [track, viewerId, viewerName, status]);

  // Every attempt to rejoin reports "joining", even an attempt that never ends.
  const isDown = status !== "joined" && status !== "signed-out";

  useEffect(() => {
    if (!isDown) {
      setPaused(false);
      return;
    }
    const notice = setTimeout(() => setPaused(true), PAUSED_AFTER_MS);
    // If the page cannot refresh now, it tries again in a minute.
    const stop = pollPage(() => void askForPage().catch(() => {}), POLL_MS);
    return () => {
      clearTimeout(notice);
      stop();
    };
  }, [isDown]);

  return { isPaused, viewers };
}
