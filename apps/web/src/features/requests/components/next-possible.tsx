"use client";

import { useViewerZone } from "@/components/forms/viewer-zone";
import { recipients as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";

/** When the contacts can be reminded again by hand; the firm's zone is named where it differs. */
export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  /** The instant, as the database writes it. */
  at: string;
  /** The firm's. */
  timeZone: string;
  /** Milliseconds at which the page was read: what "tomorrow" counts from, in the browser too. */
  readAt: number;
}) {
  const viewerZone = useViewerZone();
  return (
    <p className="text-sm text-ink-muted">
      {strings.nextPossible(formatComing(at, { timeZone, now: new Date(readAt), viewerZone }))}
    </p>
  );
}
