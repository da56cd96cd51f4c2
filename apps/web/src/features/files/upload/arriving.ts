import type { UploadEntry } from "@/features/files/types";

const ENDED: ReadonlySet<UploadEntry["state"]> = new Set(["done", "refused", "failed"]);

export function isArriving({ state }: Pick<UploadEntry, "state">): boolean {
  return !ENDED.has(state);
}

export function countArriving(entries: readonly UploadEntry[]): number {
  return entries.filter(isArriving).length;
}
