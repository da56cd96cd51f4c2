"use client";

import { useViewerZone } from "@/components/forms/viewer-zone";
import { recipients as strings } from "@/features/requests/strings";
import { formatComing } from "@/lib/format/format";

/** Shows when staff can send the next reminder. Names the firm's zone if it differs from the browser's. */
export function NextPossible({
  at,
  timeZone,
  readAt,
}: {
  /** The instant, as the database writes it. */
  at: string;
  /** The firm's. */
  timeZone: string;
  /**
   * Time at which the server read the page, in milliseconds. The browser counts "tomorrow" from it,
   * too.
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
