import { isBackendError } from "@dossier/backend-client";
import { cleanFileName } from "@/features/files/schema";
import { strings } from "@/features/files/strings";
import { isOutage } from "@/lib/errors/app-error";

type Listed = { id: string; name: string; bytes: number; status: string };

/**
 * Finds the unfinished file that the user has chosen again. The unfinished file must have the name
 * and size of the chosen file, and no other upload on this page may use the unfinished file.
 * @returns the id of the unfinished file, or undefined if the chosen file is new
 */
export function unfinishedMatch(
  listed: readonly Listed[],
  picked: { name: string; size: number },
  taken: ReadonlySet<string>,
): string | undefined {
  const name = cleanFileName(picked.name);
  return listed.find(
    (file) =>
      file.status === "uploading" &&
      file.name === name &&
      file.bytes === picked.size &&
      !taken.has(file.id),
  )?.id;
}

const LIMITED = 429;

/** HTTP statuses of temporary refusals: timeout, locked, too early, and rate limited. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 423, 425, LIMITED]);

/**
 * Returns whether an upload can continue after a pause. True if the network is down, or if a
 * service fails or limits requests.
 */
export function isTransient(error: unknown, isOnline: boolean): boolean {
  if (!isOnline) return true;
  if (!isBackendError(error) || (error.kind === "network" && error.code === "aborted"))
    return false;
  const { status = 0 } = error;
  if (status >= 400 && status < 500) return TRANSIENT.has(status);
  return error.retryable || isOutage(error);
}

/** Returns the sentence for a paused upload, and the minimum pause in milliseconds. */
export function retryDelay(error: unknown): { message: string; milliseconds: number } {
  const retryAfterSeconds =
    isBackendError(error) && error.status === LIMITED ? error.retryAfterSeconds : undefined;
  const message = retryAfterSeconds === undefined ? strings.paused : strings.limited;
  return { message, milliseconds: (retryAfterSeconds ?? 0) * 1000 };
}
