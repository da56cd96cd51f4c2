"use client";

import { useEffect, useRef } from "react";

/** How long a page waits before it asks for the first time whether the server is back. */
export const FIRST_WAIT_MILLISECONDS = 2_000;
/** Longest wait between two such questions. */
export const LONGEST_WAIT_MILLISECONDS = 60_000;
const DEADLINE_MILLISECONDS = 10_000;

/**
 * Whether a page could be rendered now. The browser's own word counts only when it says no: behind
 * a dead router it believes to be online. Asked before each refresh, because Next turns one that
 * fails into a navigation, and so into an error page in the place of what was typed.
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
 * Calls back once the server can be reached again: asked when the browser says so, when the page is
 * looked at again, and with pauses that double up to a minute.
 * @returns stops asking
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
    wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS);
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

/** {@link whenBack} for components: asks while `isLost`, does nothing otherwise. */
export function useReturn(isLost: boolean, onReturn: () => void): void {
  const callback = useRef(onReturn);
  useEffect(() => {
    callback.current = onReturn;
  }, [onReturn]);
  useEffect(() => (isLost ? whenBack(() => callback.current()) : undefined), [isLost]);
}
