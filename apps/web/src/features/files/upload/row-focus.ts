"use client";

import { type RefObject, useLayoutEffect } from "react";

const buttonIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>("button");

/**
 * When a row with the focus is removed, moves the focus to the file picker or the page, so that an
 * accidental second press deletes no other stored file. In the list of refused files, moves the
 * focus to a neighboring row, because these files are not stored.
 */
export function usePassedFocus(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    // Use a layout effect, because its cleanup runs while the row is still in the document.
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const list = element.parentElement;
      const neighbors = list?.matches("[data-refused]")
        ? [element.nextElementSibling, element.previousElementSibling].map(buttonIn)
        : [];
      const picker = element
        .closest("[data-files]")
        ?.querySelector<HTMLElement>("[data-file-picker]");
      const candidates = [...neighbors, picker, document.getElementById("main")];
      // The file input may be disabled until React has removed the row, so wait for the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        candidates.find((each) => each?.isConnected && !each.matches(":disabled"))?.focus();
      });
    };
  }, [row]);
}
