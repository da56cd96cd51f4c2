import type { UploadEntry } from "@/features/files/types";

type New = Pick<UploadEntry, "key" | "name" | "bytes">;

/** What can happen to the uploads of an item. */
export type UploadsAction =
  | { type: "add"; entry: New }
  | { type: "refuse"; entry: New; message: string }
  | { type: "start" | "checking" | "retry" | "dismiss"; key: string }
  | { type: "begun"; key: string; fileId: string }
  | { type: "progress"; key: string; share: number }
  | { type: "fail"; key: string; message: string }
  | { type: "done"; key: string };

function changed(entry: UploadEntry, action: UploadsAction): UploadEntry {
  switch (action.type) {
    case "start":
      return { ...entry, state: "sending", share: 0, message: undefined };
    case "begun":
      return { ...entry, fileId: action.fileId };
    case "progress":
      return { ...entry, share: Math.min(1, Math.max(entry.share, action.share)) };
    case "checking":
      return { ...entry, state: "checking", share: 1 };
    case "fail":
      return { ...entry, state: "failed", message: action.message, fileId: undefined };
    case "retry":
      return { ...entry, state: "waiting", share: 0, message: undefined };
    case "done":
      return { ...entry, state: "done", share: 1 };
    default:
      return entry;
  }
}

/** The uploads of an item after something happened to one of them. */
export function uploadsReducer(
  entries: readonly UploadEntry[],
  action: UploadsAction,
): readonly UploadEntry[] {
  if (action.type === "add") {
    return [...entries, { ...action.entry, state: "waiting", share: 0 }];
  }
  if (action.type === "refuse") {
    return [...entries, { ...action.entry, state: "refused", share: 0, message: action.message }];
  }
  if (action.type === "dismiss") return entries.filter(({ key }) => key !== action.key);
  return entries.map((entry) => (entry.key === action.key ? changed(entry, action) : entry));
}
