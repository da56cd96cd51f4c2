"use client";

import type { PresenceState } from "@dossier/backend-client/browser";
import { useChannel } from "@dossier/backend-client/react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useTransition } from "react";
import { othersIn } from "@/features/requests/permissions";
import type { OwnViewer, Viewer } from "@/features/requests/types";
import { askForPage } from "@/lib/backend/ask-for-page";
import { pollPage } from "@/lib/http/page-poll";
import { fadeNewRows, readRowKeys } from "@/lib/live/live-rows";

const PAUSED_AFTER_MS = 10_000;
const POLL_MS = 60_000;
const BURST_MS = 300;

/** @param act must be the same function on every render, as `useCallback` returns it */
function useAfterBurst(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, BURST_MS);
  }, [act]);
}

/**
 * While the channel is lost, refreshes the visible page every minute. Reports after 10 seconds that
 * live updates are paused.
 */
export function useLiveRefresh({
  topic,
  readAt,
  viewer,
}: {
  topic: string;
  /** In milliseconds since the epoch. */
  readAt: number;
  viewer?: OwnViewer | undefined;
}) {
  const router = useRouter();
  const [isPaused, setPaused] = useState(false);
  const [viewers, setViewers] = useState<Viewer[]>([]);

  const [isRefreshing, startRefresh] = useTransition();
  const known = useRef<ReturnType<typeof readRowKeys>>(undefined);

  // Do not refresh while the browser is offline, because Next would open the browser's error page.
  const refresh = useCallback(() => {
    if (!navigator.onLine) return;
    known.current ??= readRowKeys();
    startRefresh(() => router.refresh());
  }, [router]);

  useEffect(() => {
    if (isRefreshing || !known.current) return;
    fadeNewRows(known.current);
    known.current = undefined;
  }, [isRefreshing]);

  const refreshSoon = useAfterBurst(refresh);

  const { status, track } = useChannel({
    topic,
    readAt,
    onBroadcast: refreshSoon,
    onGap: refreshSoon,
    ...(viewer
      ? {
          onPresence: (state: PresenceState) => setViewers(othersIn(state, viewer)),
        }
      : {}),
  });

  const [id, name, imageUrl] = [viewer?.id, viewer?.name, viewer?.imageUrl];
  useEffect(() => {
    if (id && status === "joined") void track({ id, name, imageUrl });
  }, [track, id, name, imageUrl, status]);

  // Every attempt to rejoin reports the status “joining”, so treat this status as a lost channel.
  const isDown = status !== "joined" && status !== "signed-out";

  useEffect(() => {
    if (!isDown) {
      setPaused(false);
      return;
    }
    const notice = setTimeout(() => setPaused(true), PAUSED_AFTER_MS);
    // If the refresh fails, the next attempt is in a minute.
    const stop = pollPage(() => void askForPage().catch(() => {}), POLL_MS);
    return () => {
      clearTimeout(notice);
      stop();
    };
  }, [isDown]);

  return { isPaused, viewers };
}
