"use client";

import { useEffect } from "react";

/**
 * Moves the focus to the page's main content when the component unmounts and the focus is lost.
 * Without this, the next Tab would move to the browser's toolbar.
 */
export function useReturnedFocus(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    },
    [],
  );
}

/**
 * {@link useReturnedFocus} as a component. Change its `key` whenever the part of the page that may
 * have the focus is replaced.
 */
export function ReturnedFocus() {
  useReturnedFocus();
  return null;
}
