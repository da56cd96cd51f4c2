"use client";

import { Eye, WifiOff } from "lucide-react";
import { useLiveRefresh } from "@/features/requests/hooks";
import { page } from "@/features/requests/strings";

/**
 * Keeps the page up to date, says when updates are paused, and shows who else is viewing the page.
 */
export function LiveNotice(props: { topic: string; readAt: number; viewer?: string | undefined }) {
  const { isPaused, viewers } = useLiveRefresh(props);
  return (
    <div role="status" data-print="hide" className="empty:hidden">
      {isPaused ? (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm">
          <WifiOff aria-hidden className="size-4 shrink-0 text-warning" />
          {page.livePaused}
        </p>
      ) : null}
      {viewers.length > 0 ? (
        <p className="mb-4 flex items-center gap-2 text-sm text-ink-muted">
          <Eye aria-hidden className="size-4 shrink-0" />
          {page.viewing(viewers.join(", "))}
        </p>
      ) : null}
    </div>
  );
}
