"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { classNames } from "@/lib/style/class-names";

/** Show part of the next link, so that users see that the row scrolls. */
const NEIGHBOUR_PX = 40;

/**
 * Makes browsers that support `scroll-initial-target` start at the current link, even before
 * scripts run.
 */
const FIRST_IN_VIEW = "**:aria-[current=page]:[scroll-initial-target:nearest]";

function bringIntoView(strip: HTMLElement, link: Element): void {
  const [row, own] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  const [before, after] = [own.left - row.left, row.right - own.right];
  if (before < NEIGHBOUR_PX) strip.scrollLeft -= NEIGHBOUR_PX - before;
  else if (after < NEIGHBOUR_PX) strip.scrollLeft += NEIGHBOUR_PX - after;
}

export function LinkStrip({
  children,
  className,
}: {
  /**
   * Must be a `ul`. `globals.css` sets its padding, because the row extends to the edges of its
   * parent.
   */
  children: ReactNode;
  className?: string;
}) {
  const strip = useRef<HTMLDivElement>(null);
  const pathname = usePathname();
  useLayoutEffect(() => {
    const current = strip.current?.querySelector(`[aria-current="page"]`);
    if (strip.current && current && pathname) bringIntoView(strip.current, current);
  }, [pathname]);
  useEffect(() => {
    const row = strip.current;
    // Browsers do not scroll to a focused link that is partly visible. Ignore focus from the
    // pointer, because the link would move under the pointer.
    const onFocus = ({ target }: FocusEvent) => {
      if (row && target instanceof Element && target.matches(":focus-visible")) {
        bringIntoView(row, target);
      }
    };
    row?.addEventListener("focusin", onFocus);
    return () => row?.removeEventListener("focusin", onFocus);
  }, []);
  return (
    <div ref={strip} className={classNames("link-strip", FIRST_IN_VIEW, className)}>
      {children}
    </div>
  );
}
