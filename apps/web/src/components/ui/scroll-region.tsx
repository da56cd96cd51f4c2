"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";

/**
 * A region that keyboard users can focus to scroll it. The Tab key skips it while all its content
 * is visible.
 */
export function ScrollRegion(props: ComponentProps<"section"> & { "aria-label": string }) {
  const region = useRef<HTMLElement>(null);
  const [canScroll, setCanScroll] = useState(true);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      setCanScroll(scrollHeight > clientHeight || scrollWidth > clientWidth);
    });
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return <section ref={region} tabIndex={canScroll ? 0 : -1} {...props} />;
}
