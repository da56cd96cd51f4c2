"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConnectionStrip } from "@/components/live/offline-strip";
import { askForPage } from "@/lib/backend/ask-for-page";
import { pollPage } from "@/lib/http/page-poll";
import { isReachable, useReturn } from "@/lib/http/reachable";
import { useIsOnline } from "@/lib/http/use-is-online";
import { CONTACT_STRIP } from "@/lib/style/contact-strip";

/**
 * When the window gets the focus, the page refreshes only if its last refresh is older than this.
 */
const MIN_MILLISECONDS = 5_000;

export function PageRefresh({
  everySeconds = 60,
  texts,
}: {
  everySeconds?: number;
  /** Messages about a lost connection. Omit `texts` if another part of the page shows them. */
  texts?: { offline: string; unreachable: string };
}) {
  const router = useRouter();
  const [isLost, setLost] = useState(false);
  const isOnline = useIsOnline();

  useEffect(() => {
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
      if (Date.now() - last >= MIN_MILLISECONDS) void ask();
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
      {isLost && texts ? (
        <ConnectionStrip className={CONTACT_STRIP}>
          {isOnline ? texts.unreachable : texts.offline}
        </ConnectionStrip>
      ) : null}
    </div>
  );
}
