"use client";

import { useEffect, useRef } from "react";
import { askBeforeUnload } from "@/lib/drafts/before-unload";

/** Makes the browser ask before the tab closes while the page would lose something. */
export function useBeforeUnload(wouldLose: () => boolean): void {
  const latest = useRef(wouldLose);
  latest.current = wouldLose;
  useEffect(() => {
    const ask = askBeforeUnload(() => latest.current());
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}
