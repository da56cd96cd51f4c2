"use client";

import { useEffect } from "react";

/**
 * If a component unmounts together with the focused element, moves the focus to the beginning of
 * the page. The next press of Tab continues there, not in the browser's toolbar.
 */
export function useReturnedFocus(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    },
    [],
  );
}

/** {@link useReturnedFocus} as a component. Change its `key` when the focused part may change. */
export function ReturnedFocus() {
  useReturnedFocus();
  return null;
}
