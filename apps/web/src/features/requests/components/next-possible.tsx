"use client";

import { useViewerZone } from "@/components/forms/viewer-zone";
import { recipients as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";

/**
 * Shows when staff can send the next reminder. Names the firm's time zone if it differs from the
 * viewer's.
 */
export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  at: string;
  timeZone: string;
  /**
   * When the server read the data, in milliseconds. Browser and server both use it, so that they
   * render the same text.
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
