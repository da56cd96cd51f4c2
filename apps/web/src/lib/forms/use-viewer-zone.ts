"use client";

import { useSyncExternalStore } from "react";
import { browserZone } from "@/lib/browser/time-zone";

const subscribeToNothing = () => () => {};

export function useViewerZone(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribeToNothing, browserZone, () => undefined);
}
