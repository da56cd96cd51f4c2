"use client";

import { useSyncExternalStore } from "react";
import { subscribeToNothing } from "@/lib/browser/subscribe-to-nothing";
import { browserZone } from "@/lib/browser/time-zone";

export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, browserZone, () => undefined);
}
