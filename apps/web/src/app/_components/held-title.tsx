"use client";

import { useEffect } from "react";

/**
 * Keeps the title of the window, even when the framework sets another one. In a navigation within
 * the application the title is not known before the page. If a guard then responds with not found,
 * the browser would keep the title of the guarded page, and so reveal that it exists.
 */
export function HeldTitle({ title }: { title: string }) {
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
