"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";

export const FADE_WHILE_MORE = "data-more:mask-[linear-gradient(to_top,transparent,black_4rem)]";

/**
 * While all its content is visible, the Tab key skips the region. The region has `data-more` while
 * content is below its lower edge, and `data-more-right` while content is beyond its right edge.
 */
export function ScrollRegion(props: ComponentProps<"section"> & { "aria-label": string }) {
  const region = useRef<HTMLElement>(null);
  const [canScroll, setCanScroll] = useState(true);
  const [hasMore, setHasMore] = useState(false);
  const [hasMoreRight, setHasMoreRight] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const look = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const { scrollLeft, scrollWidth, clientWidth } = element;
      setCanScroll(scrollHeight > clientHeight || scrollWidth > clientWidth);
      // The scroll position may be a fraction of a pixel short of the end.
      setHasMore(scrollHeight - clientHeight - scrollTop > 1);
      setHasMoreRight(scrollWidth - clientWidth - scrollLeft > 1);
    };
    const observer = new ResizeObserver(look);
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
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
