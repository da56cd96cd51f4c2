"use client";

import { useSyncExternalStore } from "react";
import { VIEWER_ZONE } from "@/lib/forms/form-state";

const subscribeToNothing = () => () => {};
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the browser's time zone. Undefined on the server, which cannot read it. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined);
}

/**
 * Sends the browser's time zone. If the firm's zone is different, error messages then name the
 * firm's zone.
 */
export function ViewerZoneField() {
  return <input type="hidden" name={VIEWER_ZONE} value={useViewerZone() ?? ""} readOnly />;
}
