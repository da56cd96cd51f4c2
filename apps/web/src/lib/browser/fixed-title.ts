"use client";

import { useEffect } from "react";

/**
 * During a navigation within the app, Next may set the title of a page that the app then shows as
 * not found. The title would reveal that the page exists.
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
