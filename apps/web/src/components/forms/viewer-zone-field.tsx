"use client";

import { VIEWER_ZONE } from "@/lib/forms/form-state";
import { useViewerZone } from "@/lib/forms/use-viewer-zone";

/**
 * Sends the browser's time zone. If the firm's zone is different, error messages name the firm's
 * zone.
 */
export function ViewerZoneField() {
  return <input type="hidden" name={VIEWER_ZONE} value={useViewerZone() ?? ""} readOnly />;
}
