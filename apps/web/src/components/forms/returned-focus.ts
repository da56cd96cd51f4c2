"use client";

import { useEffect } from "react";

/**
 * When a component goes away together with what had the focus, the beginning of the page takes it:
 * the next press of Tab goes on from there, not from the address bar.
 */
export function useReturnedFocus(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    },
    [],
  );
}

/** The same for pages: remounted by its `key` whenever what may have the focus is replaced. */
export function ReturnedFocus() {
  useReturnedFocus();
  return null;
}
