"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { strings } from "@/components/strings";
import { subscribeToNothing } from "@/lib/browser/subscribe-to-nothing";
import { formatCountdown } from "@/lib/format/countdown";

export function useCountdown(seconds: number): number {
  const [remaining, setRemaining] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setRemaining(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return remaining;
}

/** Screen readers read only the initial number. They would otherwise announce every second. */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const remaining = useCountdown(seconds);
  const isScripted = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  // Without scripts, the number never changes, so screen readers may read it too.
  if (!isScripted) return <>{strings.retryIn(formatCountdown(seconds))}</>;
  if (remaining <= 0) return <>{strings.retryNow}</>;
  return (
    <>
      <span aria-hidden>{strings.retryIn(formatCountdown(remaining))}</span>
      <span className="sr-only">{strings.retryIn(formatCountdown(seconds))}</span>
    </>
  );
}
