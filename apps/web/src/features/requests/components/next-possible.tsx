"use client";

import { useViewerZone } from "@/components/forms/viewer-zone";
import { recipients as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";

/** Shows when staff can send the next reminder, with the firm's zone if it differs. */
export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  at: string;
  timeZone: string;
  /** Time of the server's read in milliseconds, so that browser and server render the same. */
  readAt: number;
}) {
  const viewerZone = useViewerZone();
  return (
    <p className="text-sm text-ink-muted">
      {strings.nextPossible(formatComing(at, { timeZone, now: new Date(readAt), viewerZone }))}
    </p>
  );
}
