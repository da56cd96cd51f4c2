"use client";

import { useEffect, useOptimistic } from "react";
import { NAVIGATION } from "@/lib/browser/navigation-event";

/** If the next page has not arrived after 100 ms, CSS shows a progress bar. */
export function NavigationPending() {
  // React resets an optimistic state at the end of its transition, so the bar disappears when the
  // next page is shown.
  const [pending, setPending] = useOptimistic(false);
  useEffect(() => {
    const start = () => setPending(true);
    addEventListener(NAVIGATION, start);
    return () => removeEventListener(NAVIGATION, start);
  }, [setPending]);
  return pending ? <span data-navigation-pending hidden /> : null;
}
