"use client";

import { contactTexts as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";
import { useViewerZone } from "@/lib/forms/use-viewer-zone";

export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  at: string;
  timeZone: string;
  /**
   * In milliseconds since the epoch. The server and the browser render the same text from this
   * time.
   */
  readAt: number;
}) {
  const viewerZone = useViewerZone();
  return (
    <p className="text-sm text-ink-muted">
      {strings.nextPossible(formatComing(at, { timeZone, now: new Date(readAt), viewerZone }))}
    </p>
  );
}
