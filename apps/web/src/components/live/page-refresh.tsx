"use client";

import { WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

/** Least milliseconds between two refreshes, however often the page gets focus. */
const LEAST_MILLISECONDS = 5_000;

/**
 * Renders the page anew every minute while it is visible, when it gets focus, and when the network
 * is back. Shows a banner while the device is offline; what is typed stays.
 */
export function PageRefresh({
  everySeconds = 60,
  offlineText,
}: {
  everySeconds?: number;
  /** Sentence of the offline banner. */
  offlineText: string;
}) {
  const router = useRouter();
  const [isOffline, setOffline] = useState(false);

  useEffect(() => {
    let last = 0;
    const refresh = () => {
      if (document.visibilityState !== "visible" || !navigator.onLine) return;
      if (Date.now() - last < LEAST_MILLISECONDS) return;
      last = Date.now();
      router.refresh();
    };
    const onNetwork = () => {
      setOffline(!navigator.onLine);
      refresh();
    };
    const timer = setInterval(refresh, everySeconds * 1000);
    setOffline(!navigator.onLine);
    window.addEventListener("focus", refresh);
    document.addEventListener("visibilitychange", refresh);
    window.addEventListener("online", onNetwork);
    window.addEventListener("offline", onNetwork);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", refresh);
      document.removeEventListener("visibilitychange", refresh);
      window.removeEventListener("online", onNetwork);
      window.removeEventListener("offline", onNetwork);
    };
  }, [router, everySeconds]);

  return (
    <div role="status" data-print="hide">
      {isOffline ? (
        <p className="mb-4 flex items-center gap-3 rounded-lg border border-warning/30 bg-warning-soft p-4">
          <WifiOff aria-hidden className="size-5 shrink-0 text-warning" />
          {offlineText}
        </p>
      ) : null}
    </div>
  );
}
