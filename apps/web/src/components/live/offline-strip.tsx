"use client";

import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

const OFFLINE = "You’re offline. Your drafts are saved on this device.";

/** Appears while the browser has no connection. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" data-print="hide">
      {isOnline ? null : (
        <p className="flex min-h-9 items-center gap-2 bg-warning-soft px-(--gutter) text-sm text-ink-muted md:mt-2 md:mr-2 md:rounded-md">
          <CloudOff aria-hidden strokeWidth={1.75} className="size-4 shrink-0 text-warning-mark" />
          {OFFLINE}
        </p>
      )}
    </div>
  );
}
