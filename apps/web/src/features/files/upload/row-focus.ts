"use client";

import { type RefObject, useLayoutEffect } from "react";

const buttonIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("button");

/** Moves the focus from a removed row to the next or previous row, the file picker or the page. */
export function usePassedFocus(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    // Use a layout effect, because its cleanup runs while the row is still in the list.
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const list = element.parentElement;
      const candidates = [
        buttonIn(element.nextElementSibling),
        buttonIn(element.previousElementSibling),
        list?.parentElement?.querySelector<HTMLElement>('input[type="file"]'),
        document.getElementById("main"),
      ];
      // The file field may be disabled until the row is removed, so wait for the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        candidates.find((each) => each?.isConnected && !each.matches(":disabled"))?.focus();
      });
    };
  }, [row]);
}
