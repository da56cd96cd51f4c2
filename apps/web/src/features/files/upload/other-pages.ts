"use client";

import { useBackend } from "@dossier/backend-client/react";
import { usePathname, useRouter } from "next/navigation";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { isArriving } from "@/features/files/upload/arriving";
import { openQueueOf } from "@/features/files/upload/open-queue";

const NONE: readonly never[] = [];
const none = () => NONE;

const listen = (listeners: Set<() => void>, listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Refreshes the page after each upload that ends or is canceled. */
export function useUploadsOfOtherPages() {
  const open = openQueueOf(useBackend());
  const pathname = usePathname();
  const subscribe = useCallback((listener: () => void) => listen(open.changes, listener), [open]);
  const items = useSyncExternalStore(subscribe, () => open.queue?.items() ?? NONE, none);
  const entries = items
    .filter(({ href }) => href !== pathname)
    .flatMap(({ itemId, href }) =>
      (open.queue?.entries(itemId) ?? []).map((entry) => ({ ...entry, href })),
    );
  const { refresh } = useRouter();
  useEffect(() => listen(open.arrivals, refresh), [open, refresh]);
  return {
    arriving: entries.filter(isArriving),
    lost: entries.filter(({ state }) => state === "failed" || state === "refused"),
    dismiss: (key: string) => open.queue?.dismiss(key),
  };
}
