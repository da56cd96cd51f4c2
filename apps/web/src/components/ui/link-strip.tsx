"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { classNames } from "@/lib/class-names";

/** How many pixels of the next link stay visible, to show that there are more links. */
const NEIGHBOUR_PX = 40;

/** Before scripts run, browsers that support `scroll-initial-target` start at the current link. */
const FIRST_IN_VIEW = "**:aria-[current=page]:[scroll-initial-target:nearest]";

function bringIntoView(strip: HTMLElement, link: Element): void {
  const [row, own] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  const [before, after] = [own.left - row.left, row.right - own.right];
  if (before < NEIGHBOUR_PX) strip.scrollLeft -= NEIGHBOUR_PX - before;
  else if (after < NEIGHBOUR_PX) strip.scrollLeft += NEIGHBOUR_PX - after;
}

/**
 * Shows links in one row at every width. The user scrolls the row by touch or by moving the focus.
 * A shadow at each end shows that there are more links. The row scrolls to the link with
 * `aria-current`.
 */
export function LinkStrip({ children, className }: { children: ReactNode; className?: string }) {
  const strip = useRef<HTMLDivElement>(null);
  const pathname = usePathname();
  useLayoutEffect(() => {
    const current = strip.current?.querySelector(`[aria-current="page"]`);
    if (strip.current && current && pathname) bringIntoView(strip.current, current);
  }, [pathname]);
  useEffect(() => {
    const row = strip.current;
    // Browsers do not scroll to a focused link that is partly visible, so scroll here. Do not
    // scroll on a press, because the link would move under the pointer.
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
