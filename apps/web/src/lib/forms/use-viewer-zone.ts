"use client";

import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the browser's time zone. Undefined on the server, which cannot read it. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, readZone, () => undefined);
}
