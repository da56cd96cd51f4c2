"use client";

import { useViewerZone } from "@/components/forms/viewer-zone";
import { recipients as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";

/**
 * Shows when staff can send the next reminder. Names the firm's zone if it differs from the
 * browser's.
 */
export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  at: string;
  timeZone: string;
  /**
   * When the server read the page, in milliseconds. The browser uses it too, so that both render
   * the same "tomorrow".
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
