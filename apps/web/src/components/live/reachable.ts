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
 * that double up to a minute. Does nothing while `isLost` is false.
 */
export function useReturn(isLost: boolean, onReturn: () => void): void {
  const callback = useRef(onReturn);
  useEffect(() => {
    callback.current = onReturn;
  }, [onReturn]);
  useEffect(() => {
    if (!isLost) return;
    let isOver = false;
    let wait = FIRST_WAIT_MILLISECONDS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      clearTimeout(timer);
      const isBack = await isReachable();
      if (isOver) return;
      if (isBack) return callback.current();
      timer = setTimeout(ask, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS);
    };
    timer = setTimeout(ask, wait);
    window.addEventListener("online", ask);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("online", ask);
    };
  }, [isLost]);
}
