import { isBackendError } from "@dossier/backend-client";
import {
  type AcceptGroup,
  cleanFileName,
  extensionOf,
  PARALLEL_UPLOADS,
  refusalOf,
} from "@/features/files/schema";
import type { UploadEntry } from "@/features/files/types";
import { type UploadsAction, uploadsReducer } from "@/features/files/upload/reducer";
import type { StartedUpload } from "@/features/files/upload/sending";
import type { UploadPage, UploadSteps } from "@/features/files/upload/steps";
import { unfinishedMatch } from "@/features/files/upload/unfinished";
import { FILE_SENTENCES, fileLimit } from "@/lib/errors/file-sentences";
import { createRetry } from "@/lib/http/retry";
import { randomId } from "@/lib/ids/random-id";

export type NewUploads = {
  itemId: string;
  files: Iterable<File>;
  accept: readonly AcceptGroup[];
  listed: readonly { id: string; name: string; bytes: number; status: string }[];
  room: { max: number; remaining: number };
  href: string;
};

export type UploadQueue = {
  subscribe: (listener: () => void) => () => void;
  /** Returns the item's uploads. The array is the same object until one of its uploads changes. */
  entries: (itemId: string) => readonly UploadEntry[];
  items: () => readonly { itemId: string; href: string }[];
  /**
   * Calls the listener after an upload ends or is canceled, because the server's list of files may
   * have changed. Returns a function that unsubscribes.
   */
  onArrival: (listener: () => void) => () => void;
  add: (uploads: NewUploads) => void;
  cancel: (key: string) => void;
  retry: (key: string) => void;
  dismiss: (key: string) => void;
  /** Removes an item's uploads that are done, refused or failed. All other uploads continue. */
  leave: (itemId: string) => void;
};

type Job = {
  itemId: string;
  file: File;
  started?: StartedUpload;
  /**
   * True after a temporary failure of the request that creates the file. The database may contain
   * the file, because the failure may have affected only the response.
   */
  mayHaveStarted?: boolean;
  abort?: AbortController;
};

const NONE: readonly UploadEntry[] = [];
const ENDED: ReadonlySet<string> = new Set(["done", "refused", "failed"]);
const BUSY: ReadonlySet<string> = new Set(["waiting", "sending", "paused"]);
const RUNNING: ReadonlySet<string> = new Set(["sending", "checking"]);
function isAborted(error: unknown): boolean {
  return isBackendError(error) && error.kind === "network" && error.code === "aborted";
}

/**
 * Uploads at most three files at once, across all items. The queue belongs to the tab instead of a
 * page, so uploads continue when the user opens another page of the app. If the connection is lost
 * or a service fails, an upload pauses and later continues from the same position. After a reload,
 * an upload continues if the user chooses the same file again.
 */
export function createUploadQueue(steps: UploadSteps, page: UploadPage): UploadQueue {
  const states = new Map<string, readonly UploadEntry[]>();
  const pages = new Map<string, string>();
  const jobs = new Map<string, Job>();
  const listeners = new Set<() => void>();
  const arrivals = new Set<() => void>();
  let snapshot: readonly { itemId: string; href: string }[] = [];
  let isGuarded = false;
  let needsRefresh = false;
  const retry = createRetry(resume, page.whenBack);

  const entries = (itemId: string) => states.get(itemId) ?? NONE;
  const all = () => [...states.values()].flat();
  const idsOf = (itemId: string) => new Set(entries(itemId).flatMap(({ fileId }) => fileId ?? []));
  const itemOf = (key: string) =>
    [...states].find(([, list]) => list.some((entry) => entry.key === key))?.[0];

  function change(itemId: string, action: UploadsAction): void {
    const next = uploadsReducer(entries(itemId), action);
    if (next.length > 0) states.set(itemId, next);
    else states.delete(itemId);
  }

  function dispatch(itemId: string, action: UploadsAction): void {
    change(itemId, action);
    settle();
  }

  function nextKey(): UploadEntry | undefined {
    const running = all().filter(({ state }) => RUNNING.has(state)).length;
    if (running >= PARALLEL_UPLOADS) return;
    return all().find(({ key, state }) => state === "waiting" && jobs.has(key));
  }

  function settle(): void {
    for (let next = nextKey(); next; next = nextKey()) {
      const job = jobs.get(next.key);
      if (!job) break;
      change(job.itemId, { type: "start", key: next.key });
      void send(next.key, job, next.fileId);
    }
    const isBusy = all().some(({ state }) => BUSY.has(state));
    if (isBusy !== isGuarded) page.guard(isBusy);
    isGuarded = isBusy;
    waitForReturn();
    snapshot = [...states.keys()].map((itemId) => ({ itemId, href: pages.get(itemId) ?? "/" }));
    for (const listener of listeners) listener();
  }

  function waitForReturn(): void {
    const isLost = needsRefresh || all().some(({ state }) => state === "paused");
    if (isLost) retry.wait();
    else retry.rest();
  }

  function resume(): void {
    for (const itemId of states.keys()) change(itemId, { type: "online" });
    if (needsRefresh) void notifyUploaded();
    settle();
  }

  async function notifyUploaded(): Promise<void> {
    const isThere = await page.isReachable();
    needsRefresh = !isThere;
    if (isThere) for (const listener of arrivals) listener();
    waitForReturn();
  }

  /**
   * Removes the file from the answer. If the browser is offline or the removal fails, the page
   * still shows the file.
   */
  async function giveUp({ started, mayHaveStarted }: Job): Promise<void> {
    if (!started && !mayHaveStarted) return;
    if (started && page.isOnline()) await steps.remove(started.fileId);
    await notifyUploaded();
  }

  async function send(key: string, job: Job, fileId: string | undefined): Promise<void> {
    const { itemId, file } = job;
    const abort = new AbortController();
    job.abort = abort;
    try {
      if (!job.started) {
        const taken = job.mayHaveStarted ? idsOf(itemId) : undefined;
        job.started = await steps.begin({ itemId, file, fileId, taken });
        retry.succeed();
      }
      const { started } = job;
      dispatch(itemId, { type: "started", key, fileId: started.fileId });
      abort.signal.throwIfAborted();
      if (!started.isStored) {
        await steps.store(started, {
          file,
          signal: abort.signal,
          onShare: (share) => dispatch(itemId, { type: "progress", key, share }),
          onRestart: () =>
            dispatch(itemId, { type: "restart", key, message: FILE_SENTENCES.upload_gone() }),
        });
        started.isStored = true;
        retry.succeed();
      }
      dispatch(itemId, { type: "checking", key });
      await steps.finish(started.fileId);
      retry.succeed();
      await notifyUploaded();
      jobs.delete(key);
      dispatch(itemId, { type: "done", key });
    } catch (error) {
      const isCanceled = abort.signal.aborted || isAborted(error);
      const failure = isCanceled ? null : await steps.judge(error, page.isOnline());
      if (failure === null || abort.signal.aborted) {
        jobs.delete(key);
        dispatch(itemId, { type: "dismiss", key });
        await giveUp(job);
      } else if (failure.type === "pause") {
        const { message, milliseconds } = failure;
        job.mayHaveStarted = !job.started;
        retry.wait(milliseconds);
        dispatch(itemId, { type: "pause", key, message });
      } else {
        // `giveUp` needs the created file, but a retry must create a new one.
        const startedJob = { ...job };
        delete job.started;
        dispatch(itemId, { type: failure.type, key, message: failure.message });
        await giveUp(startedJob);
      }
    }
  }

  function add({ itemId, files, accept, listed, room, href }: NewUploads): void {
    const taken = idsOf(itemId);
    let remaining = room.remaining;
    pages.set(itemId, href);
    for (const file of files) {
      const key = randomId();
      const entry = { key, name: cleanFileName(file.name), bytes: file.size };
      const code = remaining > 0 ? refusalOf(file, accept) : null;
      if (code || remaining <= 0) {
        const message = code
          ? FILE_SENTENCES[code]({ details: { extension: extensionOf(file.name) } })
          : fileLimit(room.max);
        change(itemId, { type: "refuse", entry, message });
        continue;
      }
      remaining -= 1;
      const fileId = unfinishedMatch(listed, file, taken);
      if (fileId) taken.add(fileId);
      jobs.set(key, { itemId, file });
      change(itemId, { type: "add", entry: { ...entry, fileId } });
    }
    settle();
  }

  function remove(key: string): void {
    const itemId = itemOf(key);
    const job = jobs.get(key);
    job?.abort?.abort();
    const isRunning = job !== undefined && RUNNING.has(stateOf(key) ?? "");
    jobs.delete(key);
    if (itemId) dispatch(itemId, { type: "dismiss", key });
    // A running upload calls `giveUp` after its current step.
    if (job && !isRunning) void giveUp(job);
  }

  const stateOf = (key: string) => all().find((entry) => entry.key === key)?.state;
  const on = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  };

  return {
    subscribe: on(listeners),
    onArrival: on(arrivals),
    entries,
    items: () => snapshot,
    add,
    cancel: remove,
    dismiss: remove,
    retry: (key) => {
      const itemId = itemOf(key);
      if (itemId) dispatch(itemId, { type: "retry", key });
    },
    leave: (itemId) => {
      for (const { key, state } of entries(itemId)) {
        if (!ENDED.has(state)) continue;
        jobs.delete(key);
        change(itemId, { type: "dismiss", key });
      }
      settle();
    },
  };
}
