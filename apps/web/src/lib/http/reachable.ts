"use client";

import { useEffect, useRef } from "react";

export const FIRST_WAIT_MILLISECONDS = 2_000;
export const MAX_WAIT_MILLISECONDS = 60_000;
const DEADLINE_MILLISECONDS = 10_000;

/**
 * Returns whether the server can render a page now. Call this function before each refresh: Next
 * turns a failed refresh into a navigation, and the error page would replace the typed text.
 * `navigator.onLine` may be true although the network has no connection to the internet.
 */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(DEADLINE_MILLISECONDS);
    return (await fetch("/api/ready", { method: "HEAD", cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/**
 * Calls `onReturn` once the server is reachable. Checks when the browser goes online, when the page
 * becomes visible, and after waits that double up to a minute.
 * @returns a function that stops the checks
 */
export function whenBack(
  onReturn: () => void,
  firstWait: number = FIRST_WAIT_MILLISECONDS,
): () => void {
  let isOver = false;
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", ask);
    document.removeEventListener("visibilitychange", look);
  };
  const ask = async () => {
    clearTimeout(timer);
    const isBack = await isReachable();
    if (isOver) return;
    if (isBack) {
      stop();
      return onReturn();
    }
    wait = Math.min(wait * 2, MAX_WAIT_MILLISECONDS);
    timer = setTimeout(ask, wait);
  };
  const look = () => {
    if (document.visibilityState === "visible") void ask();
  };
  timer = setTimeout(ask, wait);
  window.addEventListener("online", ask);
  document.addEventListener("visibilitychange", look);
  return stop;
}

export function useReturn(isLost: boolean, onReturn: () => void): void {
  const callback = useRef(onReturn);
  useEffect(() => {
    callback.current = onReturn;
  }, [onReturn]);
  useEffect(() => (isLost ? whenBack(() => callback.current()) : undefined), [isLost]);
}
