"use client";

import { isBackendError } from "@dossier/backend-client";
import { useBackend } from "@dossier/backend-client/react";
import type { Database } from "@dossier/supabase/database.types";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useReducer, useRef } from "react";
import { uploadsReducer } from "@/features/files/components/uploads-reducer";
import {
  CANONICAL_TYPES,
  cleanFileName,
  extensionOf,
  PARALLEL_UPLOADS,
  refusalOf,
} from "@/features/files/schema";
import type { UploadEntry } from "@/features/files/types";
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

type Begun = { file_id: string; path: string; bucket: string };

function isAborted(error: unknown): boolean {
  return isBackendError(error) && error.kind === "network" && error.code === "aborted";
}

/**
 * Uploads of one item: at most three at a time, each begun in the database, sent to storage with
 * progress, finished, then inspected. The page is rendered anew after each step that it shows.
 */
export function useItemUploads({
  itemId,
  accept,
}: {
  itemId: string;
  accept: readonly string[];
}): ItemUploads {
  const client = useBackend<Database>();
  const router = useRouter();
  const [entries, dispatch] = useReducer(uploadsReducer, []);
  const files = useRef(new Map<string, File>());
  const aborts = useRef(new Map<string, AbortController>());

  const inspect = useCallback(
    async (fileId: string) => {
      // When it takes too long the sweep finishes it; the page shows the state either way.
      await client.functions.invoke("inspect-file", { body: { file_id: fileId } });
      router.refresh();
    },
    [client, router],
  );

  const send = useCallback(
    async (key: string, file: File) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      let begun: Begun | undefined;
      try {
        const mime = CANONICAL_TYPES[extensionOf(file.name)] ?? "application/octet-stream";
        const name = cleanFileName(file.name);
        const begin = await client.db.rpc("begin_upload", {
          item_id: itemId,
          name,
          bytes: file.size,
          mime,
        });
        if (begin.error) throw begin.error;
        begun = begin.data as Begun;
        dispatch({ type: "begun", key, fileId: begun.file_id });
        const upload = await client.storage.from(begun.bucket).upload(begun.path, file, {
          contentType: mime,
          signal: abort.signal,
          onProgress: ({ sentBytes, totalBytes }) =>
            dispatch({ type: "progress", key, share: sentBytes / Math.max(totalBytes, 1) }),
        });
        if (upload.error) throw upload.error;
        dispatch({ type: "checking", key });
        const finish = await client.db.rpc("finish_upload", { file_id: begun.file_id });
        if (finish.error) throw finish.error;
        await inspect(begun.file_id);
        dispatch({ type: "done", key });
        files.current.delete(key);
      } catch (error) {
        if (begun) await client.db.rpc("remove_file", { file_id: begun.file_id });
        if (abort.signal.aborted || isAborted(error)) dispatch({ type: "dismiss", key });
        else dispatch({ type: "fail", key, message: toProblem(error).message });
        if (begun) router.refresh();
      } finally {
        aborts.current.delete(key);
      }
    },
    [client, itemId, inspect, router],
  );

  // Starts what waits as soon as there is room; the reducer names who may start.
  useEffect(() => {
    const running = entries.filter(
      ({ state }) => state === "sending" || state === "checking",
    ).length;
    const next = entries
      .filter(({ state }) => state === "waiting")
      .slice(0, Math.max(0, PARALLEL_UPLOADS - running));
    for (const { key } of next) {
      const file = files.current.get(key);
      if (!file) continue;
      dispatch({ type: "start", key });
      void send(key, file);
    }
  }, [entries, send]);

  const isBusy = entries.some(({ state }) => state === "waiting" || state === "sending");
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isBusy]);

  const add = (picked: Iterable<File>) => {
    for (const file of picked) {
      const key = crypto.randomUUID();
      const code = refusalOf(file, accept);
      const entry = { key, name: cleanFileName(file.name), bytes: file.size };
      if (code) {
        const details = { extension: extensionOf(file.name) };
        const message = sentenceFor(code, { details });
        dispatch({ type: "refuse", entry, message });
      } else {
        files.current.set(key, file);
        dispatch({ type: "add", entry });
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
      files.current.delete(key);
      dispatch({ type: "dismiss", key });
    },
  };
}
