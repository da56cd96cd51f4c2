"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useUndo } from "@/features/review/components/undo-keys";
import type { Decision } from "@/features/review/types";

/** Shows a toast that offers to undo the decision that the user has just made. */
export function UndoToast({
  requestId,
  itemId,
  title,
  decision,
  version,
}: {
  requestId: string;
  itemId: string;
  title: string;
  decision: Decision;
  version: number;
}) {
  const { offer } = useUndo();
  const pathname = usePathname();
  const shown = useRef("");

  useEffect(() => {
    const key = `${itemId}:${version}:${pathname}`;
    if (shown.current === key) return;
    shown.current = key;
    offer({ requestId, itemId, title, decision, version });
    // Remove the decision from the URL, so that a reload does not show the toast again.
    window.history.replaceState(null, "", pathname);
  }, [requestId, itemId, title, decision, version, pathname, offer]);
  return null;
}
