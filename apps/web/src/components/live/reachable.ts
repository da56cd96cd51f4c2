"use client";

import { useEffect, useRef } from "react";

const FIRST_WAIT_MILLISECONDS = 2_000;
const LONGEST_WAIT_MILLISECONDS = 60_000;
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
 * Calls back once the server can be reached again: asked when the browser says so, and with pauses
 * that double up to a minute.
 * @returns stops asking
 */
export function whenBack(onReturn: () => void): () => void {
  let isOver = false;
  let wait = FIRST_WAIT_MILLISECONDS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", ask);
  };
  const ask = async () => {
    clearTimeout(timer);
    const isBack = await isReachable();
    if (isOver) return;
    if (isBack) {
      stop();
      return onReturn();
    }
    timer = setTimeout(ask, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS);
  };
  timer = setTimeout(ask, wait);
  window.addEventListener("online", ask);
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
