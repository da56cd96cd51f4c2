"use client";

import { useSyncExternalStore } from "react";
import { browserZone } from "@/lib/browser/time-zone";

const subscribeToNothing = () => () => {};

/** Returns the browser's time zone. Undefined on the server, which cannot read it. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, browserZone, () => undefined);
}
