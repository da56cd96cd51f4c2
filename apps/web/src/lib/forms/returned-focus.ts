"use client";

import { useEffect } from "react";

/**
 * When a component unmounts together with the focused element, moves the focus to the beginning of
 * the page. The next press of Tab continues from there, not from the address bar.
 */
export function useReturnedFocus(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    },
    [],
  );
}

/** The same for pages. Change its `key` to remount it whenever the focused part may be replaced. */
export function ReturnedFocus() {
  useReturnedFocus();
  return null;
}
