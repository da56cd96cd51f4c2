"use client";

import { WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { askForPage } from "@/lib/backend/ask-for-page";
import { pollPage } from "@/lib/http/page-poll";
import { isReachable, useReturn } from "@/lib/http/reachable";

/** Minimum time between two refreshes, even if the page gets the focus more often. */
const LEAST_MILLISECONDS = 5_000;

/**
 * Refreshes the page every minute while it is visible, when it gets the focus, and when the network
 * is back. Shows a banner while the server cannot be reached. Keeps typed text.
 */
export function PageRefresh({
  everySeconds = 60,
  offlineText,
}: {
  everySeconds?: number;
  offlineText: string;
}) {
  const router = useRouter();
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    // While the server cannot be reached, `useReturn` checks for it.
    if (isLost) return;
    let last = 0;
    let isOver = false;
    const ask = async () => {
      last = Date.now();
      const isThere = await askForPage().catch(isReachable);
      if (!isOver && !isThere) setLost(true);
    };
    const look = () => {
      if (document.visibilityState !== "visible") return;
      if (Date.now() - last >= LEAST_MILLISECONDS) void ask();
    };
    const lose = () => setLost(true);
    const stop = pollPage(() => void ask(), everySeconds * 1000);
    if (!navigator.onLine) lose();
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("offline", lose);
    return () => {
      isOver = true;
      stop();
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("offline", lose);
    };
  }, [everySeconds, isLost]);

  useReturn(isLost, () => {
    setLost(false);
    router.refresh();
  });

  return (
    <div role="status" data-print="hide">
      {isLost ? (
        <p className="mb-4 flex items-center gap-3 rounded-lg border border-warning/30 bg-warning-soft p-4">
          <WifiOff aria-hidden className="size-5 shrink-0 text-warning" />
          {offlineText}
        </p>
      ) : null}
    </div>
  );
}
