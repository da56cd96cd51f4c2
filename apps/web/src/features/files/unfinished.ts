import { isBackendError } from "@dossier/backend-client";
import { cleanFileName } from "@/features/files/schema";

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

/** Whether an upload stopped because nothing could be reached, so that it can go on later. */
export function isConnectionLost(error: unknown, isOnline: boolean): boolean {
  if (!isOnline) return true;
  return (
    isBackendError(error) &&
    error.kind === "network" &&
    (error.code === "unreachable" || error.code === "timeout")
  );
}
