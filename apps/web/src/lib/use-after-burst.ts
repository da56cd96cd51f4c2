"use client";

import { useCallback, useEffect, useRef } from "react";

const DELAY_MS = 300;

/**
 * Returns a function that calls `act` once, 300 ms after the last of a burst of calls. After the
 * component is unmounted, `act` is not called.
 * @param act must be the same function on every render, as `useCallback` returns it
 */
export function useAfterBurst(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, DELAY_MS);
  }, [act]);
}
