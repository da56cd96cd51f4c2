import { useCallback, useEffect, useRef, useState } from "react";
import type { BackendError, Result } from "../errors/backend-error.js";
import type { StoredObject, UploadOptions } from "../storage/objects.js";
import { useBackend } from "./provider.js";

/** Where an upload stands. */
export type UploadState = "idle" | "uploading" | "done" | "failed" | "cancelled";

/** Where a file goes, and how; progress and abort are the hook's. */
export interface StartUploadOptions extends Omit<UploadOptions, "onProgress" | "signal"> {
  /** Name of the bucket. */
  bucket: string;
  /** Path within it. */
  path: string;
}

/** One upload at a time, with what a progress bar needs. */
export interface UploadHandle {
  /** Of the newest upload; `idle` before the first. */
  state: UploadState;
  /** From 0 to 1, as a share of the bytes; 1 only when the service has confirmed the file. */
  progress: number;
  /** Why it `failed`; null in every other state. */
  error: BackendError | null;
  /** Uploads a file, cancelling the one under way; answers when it is stored, failed or cancelled. */
  start(file: Blob, options: StartUploadOptions): Promise<Result<StoredObject>>;
  /** Stops the upload under way; `start` with the same file goes on where it was. */
  cancel(): void;
}

type Snapshot = Pick<UploadHandle, "state" | "progress" | "error">;

const IDLE: Snapshot = { state: "idle", progress: 0, error: null };

/** Largest progress before the service's answer: sent is not yet stored. */
const SENT = 0.99;

/**
 * Uploads files as the user, with progress and cancel. Unmounting cancels. Files go by
 * `XMLHttpRequest`, not by `runtime.fetch`: a test replaces `XMLHttpRequest`, or the whole `client`.
 * @example
 * const upload = useUpload();
 * await upload.start(file, { bucket: "documents", path });
 */
export function useUpload(): UploadHandle {
  const { storage } = useBackend();
  const [snapshot, setSnapshot] = useState<Snapshot>(IDLE);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback<UploadHandle["start"]>(
    async (file, { bucket, path, ...options }) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      const show = (next: Snapshot) => {
        if (running.current === mine) setSnapshot(next);
      };
      show({ state: "uploading", progress: 0, error: null });
      const result = await storage.from(bucket).upload(path, file, {
        ...options,
        signal: mine.signal,
        onProgress({ sentBytes, totalBytes }) {
          const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
          show({ state: "uploading", progress: Math.min(share, SENT), error: null });
        },
      });
      if (!result.error) show({ state: "done", progress: 1, error: null });
      else if (mine.signal.aborted) show({ ...IDLE, state: "cancelled" });
      else show({ state: "failed", progress: 0, error: result.error });
      return result;
    },
    [storage],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { ...snapshot, start, cancel };
}
