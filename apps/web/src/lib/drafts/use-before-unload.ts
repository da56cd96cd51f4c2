"use client";

import { useEffect, useRef } from "react";
import { askBeforeUnload } from "@/lib/drafts/before-unload";

export function useBeforeUnload(wouldLose: () => boolean): void {
  const latest = useRef(wouldLose);
  latest.current = wouldLose;
  useEffect(() => {
    const ask = askBeforeUnload(() => latest.current());
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}
