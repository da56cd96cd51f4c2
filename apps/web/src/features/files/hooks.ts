"use client";

import { useBackend } from "@dossier/backend-client/react";
import type { Database } from "@dossier/supabase/database.types";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { UploadEntry } from "@/features/files/types";
import {
  createUploadQueue,
  type NewUploads,
  type UploadQueue,
} from "@/features/files/upload/queue";
import { browserPage, stepsOf } from "@/features/files/upload/steps";

type Client = ReturnType<typeof useBackend<Database>>;

export type ItemUploads = Pick<UploadQueue, "cancel" | "retry" | "dismiss"> & {
  entries: readonly UploadEntry[];
  cancelAll: () => void;
  add: (uploads: Omit<NewUploads, "itemId" | "href">) => void;
};

/**
 * One queue per page load, so that uploads continue after the user leaves the screen that started
 * them.
 */
const queues = new WeakMap<Client, UploadQueue>();

function queueOf(client: Client): UploadQueue {
  const queue = queues.get(client) ?? createUploadQueue(stepsOf(client), browserPage);
  queues.set(client, queue);
  return queue;
}

const NONE: readonly never[] = [];
const none = () => NONE;

/**
 * Returns the uploads of one item to the screen that shows them. Uploads continue after the user
 * leaves the screen. Each step that changes the server's list of files refreshes the page.
 */
export function useItemUploads(itemId: string): ItemUploads {
  const queue = queueOf(useBackend());
  const href = usePathname();
  const router = useRouter();
  const entries = useSyncExternalStore(queue.subscribe, () => queue.entries(itemId), none);
  useEffect(() => {
    // A page from the router's cache may lack files that arrived in the meantime.
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

export function countArriving(entries: readonly UploadEntry[]): number {
  const ended = new Set<UploadEntry["state"]>(["done", "refused", "failed"]);
  return entries.filter(({ state }) => !ended.has(state)).length;
}

export function useUploadsElsewhere() {
  const queue = queueOf(useBackend());
  const pathname = usePathname();
  const items = useSyncExternalStore(queue.subscribe, queue.items, none);
  const elsewhere = items.filter(({ href }) => href !== pathname);
  const entries = elsewhere.flatMap(({ itemId, href }) =>
    queue.entries(itemId).map((entry) => ({ ...entry, href })),
  );
  const router = useRouter();
  useEffect(() => queue.onArrival(() => router.refresh()), [queue, router]);
  return {
    arriving: entries.filter((entry) => countArriving([entry]) > 0),
    lost: entries.filter(({ state }) => state === "failed" || state === "refused"),
    dismiss: queue.dismiss,
  };
}
