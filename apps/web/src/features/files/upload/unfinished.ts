import { isBackendError } from "@dossier/backend-client";
import { cleanFileName } from "@/features/files/schema";
import { strings } from "@/features/files/strings";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { isOutage } from "@/lib/errors/problem";

/** What the server's list says of a file, as far as taking up an upload needs it. */
type Listed = { id: string; name: string; bytes: number; status: string };

/**
 * The begun file that a picked one continues: same shown name, same size, not finished, and not
 * taken by another upload of this page.
 * @returns its id, or undefined when the picked file is a new one
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

/** The refusals that are about now, not about the file: too slow, locked, too early, too often. */
const PASSING: ReadonlySet<number> = new Set([408, 423, 425, LIMITED]);

/**
 * Whether an upload stopped for a reason that passes by itself, so that it goes on later: no
 * network, a service that fails or is limited. What is refused, also by a gateway, is not.
 */
export function willPass(error: unknown, isOnline: boolean): boolean {
  if (!isOnline) return true;
  if (!isBackendError(error) || (error.kind === "network" && error.code === "aborted"))
    return false;
  const { status = 0 } = error;
  if (status >= 400 && status < 500) return PASSING.has(status);
  return error.retryable || isOutage(error);
}

/** What a row says that waits, and how many milliseconds it has to. */
export function pauseOf(error: unknown): { message: string; least: number } {
  const retryAfterSeconds =
    isBackendError(error) && error.status === LIMITED ? error.retryAfterSeconds : undefined;
  const message = retryAfterSeconds === undefined ? sentenceFor("network") : strings.limited;
  return { message, least: (retryAfterSeconds ?? 0) * 1000 };
}
