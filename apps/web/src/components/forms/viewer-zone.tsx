"use client";

import { useSyncExternalStore } from "react";
import { VIEWER_ZONE } from "@/lib/forms/form-state";

const subscribeToNothing = () => () => {};
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the time zone of the user's own clock; undefined on the server, which does not know it.
 */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined);
}

/**
 * Sends the user's own zone with a form, so that its sentences name the firm's zone if it differs.
 */
export function ViewerZoneField() {
  return <input type="hidden" name={VIEWER_ZONE} value={useViewerZone() ?? ""} readOnly />;
}
