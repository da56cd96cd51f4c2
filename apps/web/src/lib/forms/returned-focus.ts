"use client";

import { useEffect } from "react";

/**
 * If a component unmounts while it contains the focus, moves the focus to the start of the page.
 * Otherwise, the next press of Tab would move to the browser's toolbar.
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
 * {@link useReturnedFocus} as a component. Change its `key` when another part may have the focus.
 */
export function ReturnedFocus() {
  useReturnedFocus();
  return null;
}
