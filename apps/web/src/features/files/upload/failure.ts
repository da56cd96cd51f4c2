import { isBackendError } from "@dossier/backend-client";
import { strings } from "@/features/files/strings";
import { isNotFound, isOutage, toAppError } from "@/lib/errors/app-error";

/**
 * The consequence of a failed step. `milliseconds` is the minimum length of the pause. `close` means
 * that the item accepts no more files, so a retry would fail too.
 */
export type UploadFailure =
  | { type: "pause"; message: string; milliseconds: number }
  | { type: "fail" | "close"; message: string };

const CLOSED: ReadonlySet<string> = new Set(["item_closed", "request_closed"]);

const LIMITED = 429;

/** HTTP statuses of temporary refusals: timeout, locked, too early, and rate limited. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 423, 425, LIMITED]);

export function isTransient(error: unknown, isOnline: boolean): boolean {
  if (!isOnline) return true;
  if (!isBackendError(error) || (error.kind === "network" && error.code === "aborted"))
    return false;
  const { status = 0 } = error;
  if (status >= 400 && status < 500) return TRANSIENT.has(status);
  return error.retryable || isOutage(error);
}

function pauseAfter(error: unknown): UploadFailure {
  const retryAfterSeconds =
    isBackendError(error) && error.status === LIMITED ? error.retryAfterSeconds : undefined;
  const message = retryAfterSeconds === undefined ? strings.paused : strings.limited;
  return { type: "pause", message, milliseconds: (retryAfterSeconds ?? 0) * 1000 };
}

export function failureOf(error: unknown, isOnline: boolean): UploadFailure {
  if (isTransient(error, isOnline)) return pauseAfter(error);
  const appError = toAppError(error);
  // The usual sentence for this error asks the user to reload the page, which does not help here.
  const message = isNotFound(appError) ? strings.upload.notStored : appError.message;
  return { type: CLOSED.has(appError.code) ? "close" : "fail", message };
}
