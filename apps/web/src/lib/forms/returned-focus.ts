"use client";

import { type RefObject, useEffect } from "react";

const PLACES = "li, section, aside, #main";

/**
 * Returns true if nothing has the focus, or if `useReturnedFocus` moved the focus to a part of the
 * page.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(PLACES);
}

function placesAround(start: Element | null | undefined): HTMLElement[] {
  const place = start?.closest<HTMLElement>(PLACES);
  return place ? [place, ...placesAround(place.parentElement)] : [];
}

/**
 * When the component unmounts, moves a lost focus to a part of the page. Otherwise, the next Tab
 * would move to the browser's toolbar.
 * @param within an element that may be removed together with the component. The focus moves only if
 * the element was removed: to the nearest list item, section or `aside` around it that is still on
 * the page. By default, and if none is left, the focus moves to the page's main content
 */
export function useReturnedFocus(within?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Find the ancestors now, because a removed element no longer has them.
    const places = placesAround(within?.current);
    return () => {
      if (within?.current || document.activeElement !== document.body) return;
      const place =
        places.find(({ isConnected }) => isConnected) ?? document.getElementById("main");
      if (!place) return;
      place.tabIndex = -1;
      place.focus();
    };
  }, [within]);
}

/**
 * Change the `key` of this component whenever the part of the page that may have the focus is
 * replaced.
 */
export function ReturnedFocus({ within }: { within?: RefObject<HTMLElement | null> }) {
  useReturnedFocus(within);
  return null;
}
