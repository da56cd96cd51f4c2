"use client";

import { useEffect } from "react";

/**
 * Holds the title of the window. Where a guard answers that there is nothing, the browser would
 * keep the title of the page behind it, and so tell that it exists.
 */
export function HeldTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
