"use client";

import { usePathname } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { showProblem } from "@/components/live/problem-strip";
import { type ToastMessage, UNDO_MS, useToast } from "@/components/ui/toast";
import { undo } from "@/features/review/actions";
import { strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";
import { isKeyTaken } from "@/lib/browser/single-keys";
import { isOutageCode } from "@/lib/errors/outage-code";

const MAX_DECISIONS = 3;

type Decided = {
  requestId: string;
  itemId: string;
  title: string;
  decision: Decision;
  version: number;
};

/** Ordered from newest to oldest. */
let decisions: Decided[] = [];
let closeToast = () => {};

function take(decided: Decided): void {
  decisions = decisions.filter((each) => each !== decided);
}

function useUndo() {
  const show = useToast();
  const replaceToast = useCallback(
    (message: ToastMessage) => {
      closeToast();
      closeToast = show(message);
    },
    [show],
  );
  const run = useCallback(
    async (decided: Decided) => {
      const { itemId, title, version } = decided;
      take(decided);
      const result = await undo({ itemId, version }).catch(() => null);
      if (result?.ok) {
        showProblem(null);
        replaceToast({ title: strings.undone(title) });
        return;
      }
      closeToast();
      if (result && !isOutageCode(result.code)) {
        showProblem({ message: result.message });
        return;
      }
      // The request failed, or its response was lost, so the user may try again.
      decisions = [decided, ...decisions];
      showProblem({ message: strings.notUndone, retry: () => void run(decided) });
    },
    [replaceToast],
  );
  const offer = useCallback(
    (decided: Decided) => {
      const isOther = ({ itemId, version }: Decided) =>
        itemId !== decided.itemId || version !== decided.version;
      decisions = [decided, ...decisions.filter(isOther)].slice(0, MAX_DECISIONS);
      replaceToast({
        title: strings.done[decided.decision](decided.title),
        timeout: UNDO_MS,
        action: { label: strings.undo, keys: "Z", run: () => void run(decided) },
      });
    },
    [replaceToast, run],
  );
  return { offer, run };
}

export function UndoKeys({ requestId }: { requestId: string }) {
  const { run } = useUndo();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.key.toLowerCase() !== "z" || isKeyTaken(event)) return;
      const newest = decisions.find((each) => each.requestId === requestId);
      if (!newest) return;
      event.preventDefault();
      void run(newest);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [requestId, run]);
  return null;
}

export function UndoToast({ requestId, itemId, title, decision, version }: Decided) {
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
