"use client";

import { useSyncExternalStore } from "react";
import { VIEWER_ZONE } from "@/lib/forms/form-state";

const subscribeToNothing = () => () => {};
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zone of the person's own clock; undefined on the server, which cannot know it. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined);
}

/** Tells a form's action the person's own zone, so that its sentences name another one. */
export function ViewerZoneField() {
  return <input type="hidden" name={VIEWER_ZONE} value={useViewerZone() ?? ""} readOnly />;
}
