"use client";

import { recipients as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";
import { useViewerZone } from "@/lib/forms/use-viewer-zone";

/**
 * Shows when staff can send the next reminder. Names the firm's time zone if it differs from the
 * browser's zone.
 */
export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  at: string;
  timeZone: string;
  /**
   * The time at which the server read the data, in milliseconds since the epoch. The server and the
   * browser render the same text from this time.
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
