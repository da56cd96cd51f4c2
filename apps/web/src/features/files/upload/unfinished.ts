import { cleanFileName } from "@/features/files/schema";

type Listed = { id: string; name: string; bytes: number; status: string };

/**
 * Finds the unfinished file that has the name and size of the chosen file and that no other upload
 * on this page uses.
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
