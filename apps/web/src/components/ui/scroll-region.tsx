"use client";

import { type ComponentProps, useRef } from "react";
import { useOverflow } from "@/lib/browser/use-overflow";

export const FADE_WHILE_MORE = "data-more:mask-[linear-gradient(to_top,transparent,black_4rem)]";

/**
 * The Tab key reaches the region only if its content overflows. The region has `data-more` while
 * content is hidden below, and `data-more-right` while content is hidden on the right.
 */
export function ScrollRegion(props: ComponentProps<"section"> & { "aria-label": string }) {
  const region = useRef<HTMLElement>(null);
  const { canScroll, hasMore, hasMoreRight } = useOverflow(region);
  return (
    <section
      ref={region}
      tabIndex={canScroll ? 0 : -1}
      data-more={hasMore || undefined}
      data-more-right={hasMoreRight || undefined}
      {...props}
    />
  );
}
