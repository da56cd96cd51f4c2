"use client";

import { useSyncExternalStore } from "react";
import { VIEWER_ZONE } from "@/lib/forms/form-state";

const subscribeToNothing = () => () => {};
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Undefined on the server, which does not know the zone. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined);
}

/** Sends the user's time zone, so that sentences name the firm's zone if it differs. */
export function ViewerZoneField() {
  return <input type="hidden" name={VIEWER_ZONE} value={useViewerZone() ?? ""} readOnly />;
}
