"use client";

import { useSyncExternalStore } from "react";
import { strings } from "@/features/orgs/strings";
import { isSameClock } from "@/lib/format";

const subscribeToNothing = () => () => {};

/** Names the firm's time zone to those whose own clock shows another time. */
export function ZoneNotice({ name, timeZone }: { name: string; timeZone: string }) {
  const differs = useSyncExternalStore(
    subscribeToNothing,
    () => !isSameClock(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone, new Date()),
    () => false,
  );
  return differs ? <p>{strings.zone(name, timeZone)}</p> : null;
}
