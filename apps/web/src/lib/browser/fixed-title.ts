"use client";

import { useEffect, useRef } from "react";

/**
 * Normalizes white space as `document.title` does. Otherwise, the title would never equal the
 * expected text, and the observer below would set the title forever.
 * @see https://html.spec.whatwg.org/multipage/dom.html#document.title
 */
export function asShown(title: string): string {
  return title.replaceAll(/[\t\n\f\r ]+/g, " ").replaceAll(/^ | $/g, "");
}

/**
 * Loads the code only when it is needed, because the first page of a visit needs no announcement.
 */
function announce(title: string): () => void {
  let isGone = false;
  let stop: (() => void) | undefined;
  void import("@/lib/browser/announce").then(
    ({ announceTitle }) => {
      if (!isGone) stop = announceTitle(title);
    },
    () => undefined,
  );
  return () => {
    isGone = true;
    stop?.();
  };
}

/**
 * Keeps the window's title. During a navigation within the app, Next may set the title of a page
 * that the user may not see. That title would reveal that the page exists. Also announces the title
 * if the window does not have the title yet, as after a navigation within the app.
 */
export function FixedTitle({ title }: { title: string }) {
  const first = useRef(title);
  useEffect(() => {
    const shown = asShown(first.current);
    return document.title === shown ? undefined : announce(shown);
  }, []);
  useEffect(() => {
    const shown = asShown(title);
    const hold = () => {
      if (document.title !== shown) document.title = shown;
    };
    hold();
    const observer = new MutationObserver(hold);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
  return null;
}
