"use client";

import { usePathname } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { showProblem } from "@/components/live/problem-strip";
import { useToast } from "@/components/ui/toast";
import { undo } from "@/features/review/actions";
import { strings } from "@/features/review/strings";
import {
  createUndoableDecisions,
  type Decided,
  type DecisionToast,
} from "@/features/undo/decisions/undoable-decisions";
import { isKeyTaken } from "@/lib/browser/single-keys";

const decisions = createUndoableDecisions({ undo, showProblem });

function useUndoToast() {
  const show = useToast();
  return useCallback(
    ({ title, undo: run }: DecisionToast) => {
      if (!run) return show({ title });
      return show({
        title,
        action: { label: strings.undo, key: "Z", run },
      });
    },
    [show],
  );
}

export function UndoKeys({ requestId }: { requestId: string }) {
  const show = useUndoToast();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
        return;
      if (event.key.toLowerCase() !== "z" || isKeyTaken(event)) return;
      if (decisions.undoNewest(requestId, show)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [requestId, show]);
  return null;
}

export function UndoToast({ requestId, itemId, title, decision, version }: Decided) {
  const show = useUndoToast();
  const pathname = usePathname();
  const shown = useRef("");

  useEffect(() => {
    const key = `${itemId}:${version}:${pathname}`;
    if (shown.current === key) return;
    shown.current = key;
    decisions.offer({ requestId, itemId, title, decision, version }, show);
    // Remove the decision from the URL, so that a reload does not show the toast again.
    window.history.replaceState(null, "", pathname);
  }, [requestId, itemId, title, decision, version, pathname, show]);
  return null;
}
