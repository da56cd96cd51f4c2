"use client";

import { type ComponentProps, useRef } from "react";
import { useOverflow } from "@/lib/browser/use-overflow";

export const FADE_WHILE_MORE = "data-more:mask-[linear-gradient(to_top,transparent,black_4rem)]";

/**
 * While all its content is visible, the Tab key skips the region. The region has `data-more` while
 * content is below its lower edge, and `data-more-right` while content is beyond its right edge.
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
