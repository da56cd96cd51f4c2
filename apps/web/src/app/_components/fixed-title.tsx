"use client";

import { useEffect } from "react";

/**
 * Keeps the window's title, even if Next sets another one. A navigation within the app does not
 * know the title before the page. If a guard then responds with not found, the browser would keep
 * the guarded page's title, which reveals that the page exists.
 */
export function FixedTitle({ title }: { title: string }) {
  useEffect(() => {
    const hold = () => {
      if (document.title !== title) document.title = title;
    };
    hold();
    const observer = new MutationObserver(hold);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
  return null;
}
