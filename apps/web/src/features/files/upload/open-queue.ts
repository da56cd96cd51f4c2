import type { UploadClient } from "@/features/files/types";
import type { UploadQueue } from "@/features/files/upload/queue";

type Listeners = Set<() => void>;

type OpenQueue = {
  /** Undefined until the user opens a screen that uploads files. */
  queue: UploadQueue | undefined;
  changes: Listeners;
  arrivals: Listeners;
};

const opened = new WeakMap<UploadClient, OpenQueue>();

const notify = (listeners: Listeners) => () => {
  for (const listener of listeners) listener();
};

/**
 * Pages that only show the uploads of other pages import this module, which does not load the code
 * of the queue.
 */
export function openQueueOf(client: UploadClient): OpenQueue {
  const known = opened.get(client);
  if (known) return known;
  const open: OpenQueue = { queue: undefined, changes: new Set(), arrivals: new Set() };
  opened.set(client, open);
  return open;
}

export function startQueue(client: UploadClient, create: () => UploadQueue): UploadQueue {
  const open = openQueueOf(client);
  if (open.queue) return open.queue;
  const queue = create();
  queue.subscribe(notify(open.changes));
  queue.onArrival(notify(open.arrivals));
  open.queue = queue;
  return queue;
}
