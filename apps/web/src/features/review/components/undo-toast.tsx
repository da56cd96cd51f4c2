"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useToast } from "@/components/ui/toast";
import { undo } from "@/features/review/actions";
import { strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";

const UNDO_MS = 10_000;

export function UndoToast({
  itemId,
  decision,
  version,
}: {
  itemId: string;
  decision: Decision | "waived";
  version: number;
}) {
  const show = useToast();
  const pathname = usePathname();
  const shown = useRef("");

  useEffect(() => {
    const key = `${itemId}:${version}:${pathname}`;
    if (shown.current === key) return;
    shown.current = key;
    const offer = (title: string) =>
      show({
        title,
        timeout: UNDO_MS,
        action: {
          label: strings.undo,
          run: async () => {
            const result = await undo({ itemId, version }).catch(() => null);
            // The call failed or its response was lost. Say so and offer Undo again.
            if (result === null) offer(strings.notUndone);
            else show({ title: result.ok ? strings.undone : result.message });
          },
        },
      });
    offer(strings[decision]);
    // Remove the decision from the URL, so that a reload does not offer to undo it again.
    window.history.replaceState(null, "", pathname);
  }, [itemId, decision, version, pathname, show]);
  return null;
}
