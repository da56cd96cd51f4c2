"use client";

import { type RefObject, useEffect, useState } from "react";

/** @param content pass a new value when the children of the element change */
export function useOverflow(
  ref: RefObject<HTMLElement | null>,
  content?: unknown,
): { canScroll: boolean; hasMore: boolean; hasMoreRight: boolean } {
  const [canScroll, setCanScroll] = useState(true);
  const [hasMore, setHasMore] = useState(false);
  const [hasMoreRight, setHasMoreRight] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      const { scrollLeft, scrollWidth, clientWidth } = element;
      setCanScroll(scrollHeight > clientHeight || scrollWidth > clientWidth);
      // At the end, the scroll position may be a fraction of a pixel too small.
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
  }, [ref, content]);
  return { canScroll, hasMore, hasMoreRight };
}
