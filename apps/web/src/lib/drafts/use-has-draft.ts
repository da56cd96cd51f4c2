"use client";

import { useEffect, useState } from "react";
import { hasDraft } from "@/lib/drafts/draft-storage";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";

/** Returns false until the page has hydrated. */
export function useHasDraft(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    applySignOutPurge();
    setHas(hasDraft(sessionStorage));
  }, []);
  return has;
}
