"use client";

import { useEffect } from "react";

/**
 * Holds the title of the window, also when the framework writes another one. Within the application
 * the title is not known before the page; and where a guard answers that there is nothing, the
 * browser would keep the title of the page behind it, and so tell that it exists.
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
