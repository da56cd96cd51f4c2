"use client";

import { useBackend } from "@dossier/backend-client/react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { UploadClient, UploadEntry } from "@/features/files/types";
import { startQueue } from "@/features/files/upload/open-queue";
import {
  createUploadQueue,
  type NewUploads,
  type UploadQueue,
} from "@/features/files/upload/queue";
import { browserPage, stepsOf } from "@/features/files/upload/steps";

export type ItemUploads = Pick<UploadQueue, "cancel" | "retry" | "dismiss"> & {
  entries: readonly UploadEntry[];
  cancelAll: () => void;
  add: (uploads: Omit<NewUploads, "itemId" | "href">) => void;
};

/** The queue belongs to the backend client, so uploads continue after the user leaves the page. */
function queueOf(client: UploadClient): UploadQueue {
  return startQueue(client, () => createUploadQueue(stepsOf(client), browserPage));
}

const NONE: readonly never[] = [];
const none = () => NONE;

/** Refreshes the page after each upload that ends or is canceled. */
export function useItemUploads(itemId: string): ItemUploads {
  const queue = queueOf(useBackend());
  const href = usePathname();
  const router = useRouter();
  const entries = useSyncExternalStore(queue.subscribe, () => queue.entries(itemId), none);
  useEffect(() => {
    // A page from the router's cache may lack files that were uploaded since.
    if (queue.entries(itemId).some(({ state }) => state === "done")) router.refresh();
    const stop = queue.onArrival(() => router.refresh());
    return () => {
      stop();
      queue.leave(itemId);
    };
  }, [queue, itemId, router]);
  return useMemo(
    () => ({
      entries,
      add: (uploads) => queue.add({ ...uploads, itemId, href }),
      cancel: queue.cancel,
      cancelAll: () => {
        for (const { key } of queue.entries(itemId)) queue.cancel(key);
      },
      retry: queue.retry,
      dismiss: queue.dismiss,
    }),
    [entries, queue, itemId, href],
  );
}
