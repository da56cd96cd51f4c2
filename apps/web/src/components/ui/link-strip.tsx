"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { classNames } from "@/lib/class-names";

/** Pixels of the next link that stay visible, to show that there are more links. */
const NEIGHBOUR_PX = 40;

/** Before scripts run, browsers with `scroll-initial-target` start at the current link. */
const FIRST_IN_VIEW = "**:aria-[current=page]:[scroll-initial-target:nearest]";

function bringIntoView(strip: HTMLElement, link: Element): void {
  const [row, own] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  const [before, after] = [own.left - row.left, row.right - own.right];
  if (before < NEIGHBOUR_PX) strip.scrollLeft -= NEIGHBOUR_PX - before;
  else if (after < NEIGHBOUR_PX) strip.scrollLeft += NEIGHBOUR_PX - after;
}

/**
 * Links in one row at every width. The row scrolls by touch or with the focus, and a shade at its
 * end shows that there are more links. The link with `aria-current` is scrolled into view.
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
    // Browsers do not scroll a link that is partly visible. A pressed link must not move.
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
