"use client";

import { useViewerZone } from "@/components/forms/viewer-zone";
import { strings } from "@/features/orgs/strings";
import { isSameClock } from "@/lib/format/format";

export function ZoneNotice({ name, timeZone }: { name: string; timeZone: string }) {
  const viewerZone = useViewerZone();
  const differs = viewerZone !== undefined && !isSameClock(timeZone, viewerZone, new Date());
  return differs ? (
    <p data-print="hide" data-zone-notice className="mt-10 text-2xs text-ink-subtle">
      {strings.zone(name, timeZone)}
    </p>
  ) : null;
}
