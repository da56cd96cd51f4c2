import { useCallback, useEffect, useRef, useState } from "react";
import type { BackendError, Result } from "../errors/backend-error.js";
import type { StoredObject, UploadOptions } from "../storage/objects.js";
import { useBackend } from "./provider.js";

/** State of an upload. */
export type UploadState = "idle" | "uploading" | "done" | "failed" | "cancelled";

/** Target and options of an upload. The hook provides progress and abort. */
export interface StartUploadOptions extends Omit<UploadOptions, "onProgress" | "signal"> {
  /** Name of the bucket. */
  bucket: string;
  /** Path within the bucket. */
  path: string;
}

/** State and methods for one upload at a time, for example for a progress bar. */
export interface UploadHandle {
  /** State of the newest upload. `idle` before the first upload. */
  state: UploadState;
  /** Share of sent bytes, from 0 to 1. It is 1 only after the service has stored the file. */
  progress: number;
  /** The reason why the upload `failed`. Null in every other state. */
  error: BackendError | null;
  /** Uploads a file. Cancels an upload that is still running. */
  start(file: Blob, options: StartUploadOptions): Promise<Result<StoredObject>>;
  /**
   * Stops the current upload. If it is resumable, `start` with the same file and path resumes it.
   */
  cancel(): void;
}

type Snapshot = Pick<UploadHandle, "state" | "progress" | "error">;

const IDLE: Snapshot = { state: "idle", progress: 0, error: null };

/**
 * The highest progress before the storage service responds. Until then, the service may not have
 * stored all bytes.
 */
const SENT = 0.99;

/**
 * Uploads files as the user, with progress and cancel. Unmounting cancels the upload. The hook
 * sends files by `XMLHttpRequest`, which a test must replace instead of `runtime.fetch`.
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
