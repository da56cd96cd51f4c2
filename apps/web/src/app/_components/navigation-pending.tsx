"use client";

import { useEffect, useOptimistic } from "react";
import { NAVIGATION } from "@/lib/browser/navigation-event";

/** Marks a navigation in progress. After 100 ms, CSS in `globals.css` shows a progress bar. */
export function NavigationPending() {
  // React resets an optimistic state when its transition ends, so the bar disappears when the next
  // page is shown.
  const [pending, setPending] = useOptimistic(false);
  useEffect(() => {
    const start = () => setPending(true);
    addEventListener(NAVIGATION, start);
    return () => removeEventListener(NAVIGATION, start);
  }, [setPending]);
  return pending ? <span data-navigation-pending hidden /> : null;
}
