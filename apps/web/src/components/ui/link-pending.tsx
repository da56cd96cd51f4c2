"use client";

import { useLinkStatus } from "next/link";

/**
 * Place it inside a `Link`. While the link's page has not arrived, the styles show a bar at the top
 * of the page, 100 ms after the click.
 */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending ? <span data-link-pending hidden /> : null;
}
