"use client";

import { isBackendError } from "@dossier/backend-client";
import { useBackend, useSession } from "@dossier/backend-client/react";
import type { Database } from "@dossier/supabase/database.types";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { isReachable, useReturn } from "@/components/live/reachable";
import type { FileRowEntry } from "@/features/files/components/file-row";
import { uploadsReducer } from "@/features/files/components/uploads-reducer";
import { cleanFileName, extensionOf, PARALLEL_UPLOADS, refusalOf } from "@/features/files/schema";
import { type Begun, beginFile, storeFile } from "@/features/files/sending";
import type { UploadEntry } from "@/features/files/types";
import { isConnectionLost, unfinishedMatch } from "@/features/files/unfinished";
import { sentenceFor } from "@/lib/error-sentences";
import { toProblem } from "@/lib/errors";

/** What the upload panel shows and can do. */
export type ItemUploads = {
  entries: readonly UploadEntry[];
  /** Begins with files that were picked or dropped. */
  add: (files: Iterable<File>) => void;
  cancel: (key: string) => void;
  retry: (key: string) => void;
  dismiss: (key: string) => void;
};

/** Refusals after which the same file cannot be sent again: nobody waits for it. */
const CLOSED: ReadonlySet<string> = new Set(["item_closed", "request_closed"]);

function isAborted(error: unknown): boolean {
  return isBackendError(error) && error.kind === "network" && error.code === "aborted";
}

/**
 * Uploads of one item: at most three at a time, each begun in the database, sent to storage with
 * progress, finished, then inspected. The page is rendered anew after each step that it shows. A
 * lost connection pauses an upload; a file chosen again after a reload goes on where it stopped.
 */
export function useItemUploads({
  itemId,
  accept,
  listed,
}: {
  itemId: string;
  accept: readonly string[];
  /** Files of the draft, as the server lists them. */
  listed: readonly FileRowEntry[];
}): ItemUploads {
  const client = useBackend<Database>();
  const router = useRouter();
  const [entries, dispatch] = useReducer(uploadsReducer, []);
  const files = useRef(new Map<string, File>());
  const aborts = useRef(new Map<string, AbortController>());

  const begun = useRef(new Map<string, Begun>());
  const [needsRefresh, setNeedsRefresh] = useState(false);
  const session = useSession();
  const userId = session.status === "authenticated" ? session.claims.sub : undefined;

  const refresh = useCallback(async () => {
    const isThere = await isReachable();
    setNeedsRefresh(!isThere);
    if (isThere) router.refresh();
  }, [router]);

  const forget = useCallback((key: string) => {
    files.current.delete(key);
    begun.current.delete(key);
  }, []);

  const giveUp = useCallback(
    async (key: string) => {
      const file = begun.current.get(key);
      begun.current.delete(key);
      if (!file) return;
      // Offline its row stays: the list shows it as unfinished, with a way to remove it.
      if (navigator.onLine) await client.db.rpc("remove_file", { file_id: file.file_id });
      await refresh();
    },
    [client, refresh],
  );

  const send = useCallback(
    async (key: string, file: File, fileId: string | undefined) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      try {
        const place =
          begun.current.get(key) ?? (await beginFile(client, { itemId, file, fileId, userId }));
        begun.current.set(key, place);
        dispatch({ type: "begun", key, fileId: place.file_id });
        if (!place.isStored) {
          await storeFile(client, place, {
            file,
            signal: abort.signal,
            onShare: (share) => dispatch({ type: "progress", key, share }),
            onRestart: () =>
              dispatch({ type: "restart", key, message: sentenceFor("upload_gone") }),
          });
          place.isStored = true;
        }
        dispatch({ type: "checking", key });
        const finish = await client.db.rpc("finish_upload", { file_id: place.file_id });
        if (finish.error) throw finish.error;
        // When it takes too long the sweep finishes it; the page shows the state either way.
        await client.functions.invoke("inspect-file", { body: { file_id: place.file_id } });
        await refresh();
        dispatch({ type: "done", key });
        forget(key);
      } catch (error) {
        if (abort.signal.aborted || isAborted(error)) {
          dispatch({ type: "dismiss", key });
          await giveUp(key);
        } else if (isConnectionLost(error, navigator.onLine)) {
          dispatch({ type: "pause", key, message: sentenceFor("network") });
        } else {
          const { code, message } = toProblem(error);
          dispatch({ type: CLOSED.has(code) ? "close" : "fail", key, message });
          await giveUp(key);
        }
      } finally {
        aborts.current.delete(key);
      }
    },
    [client, itemId, userId, refresh, forget, giveUp],
  );

  const isPaused = entries.some(({ state }) => state === "paused");
  useReturn(isPaused || needsRefresh, () => {
    dispatch({ type: "online" });
    if (needsRefresh) void refresh();
  });

  // Starts what waits as soon as there is room; the reducer names who may start.
  useEffect(() => {
    const running = entries.filter(
      ({ state }) => state === "sending" || state === "checking",
    ).length;
    const next = entries
      .filter(({ state }) => state === "waiting")
      .slice(0, Math.max(0, PARALLEL_UPLOADS - running));
    for (const { key, fileId } of next) {
      const file = files.current.get(key);
      if (!file) continue;
      dispatch({ type: "start", key });
      void send(key, file, fileId);
    }
  }, [entries, send]);

  const isBusy = entries.some(
    ({ state }) => state === "waiting" || state === "sending" || state === "paused",
  );
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isBusy]);

  const add = (picked: Iterable<File>) => {
    const taken = new Set(entries.flatMap(({ fileId }) => fileId ?? []));
    for (const file of picked) {
      const key = crypto.randomUUID();
      const code = refusalOf(file, accept);
      const entry = { key, name: cleanFileName(file.name), bytes: file.size };
      if (code) {
        const details = { extension: extensionOf(file.name) };
        const message = sentenceFor(code, { details });
        dispatch({ type: "refuse", entry, message });
      } else {
        const fileId = unfinishedMatch(listed, file, taken);
        if (fileId) taken.add(fileId);
        files.current.set(key, file);
        dispatch({ type: "add", entry: { ...entry, fileId } });
      }
    }
  };

  return {
    entries,
    add,
    cancel: (key) => {
      aborts.current.get(key)?.abort();
      dispatch({ type: "dismiss", key });
    },
    retry: (key) => dispatch({ type: "retry", key }),
    dismiss: (key) => {
      dispatch({ type: "dismiss", key });
      void giveUp(key);
      forget(key);
    },
  };
}
