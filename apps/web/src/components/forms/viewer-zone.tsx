"use client";

import { useSyncExternalStore } from "react";
import { VIEWER_ZONE } from "@/lib/forms/form-state";

const subscribeToNothing = () => () => {};
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Undefined on the server, which does not know the viewer's zone. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined);
}

/** Sends the viewer's time zone, so that error messages name the firm's zone if the two differ. */
export function ViewerZoneField() {
  return <input type="hidden" name={VIEWER_ZONE} value={useViewerZone() ?? ""} readOnly />;
}
