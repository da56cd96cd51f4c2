import type { UploadEntry } from "@/features/files/types";

type New = Pick<UploadEntry, "key" | "name" | "bytes" | "fileId">;

export type UploadsAction =
  | { type: "add"; entry: New }
  | { type: "refuse"; entry: New; message: string }
  | { type: "start" | "checking" | "retry" | "dismiss"; key: string }
  | { type: "started"; key: string; fileId: string }
  | { type: "progress"; key: string; share: number }
  | { type: "fail" | "close" | "pause" | "restart"; key: string; message: string }
  | { type: "online" }
  | { type: "done"; key: string };

type OneAction = Exclude<UploadsAction, { type: "online" }>;

function changed(entry: UploadEntry, action: OneAction): UploadEntry {
  switch (action.type) {
    case "start":
      return { ...entry, state: "sending", message: undefined };
    case "started":
      return { ...entry, fileId: action.fileId };
    case "progress":
      return { ...entry, share: Math.min(1, Math.max(entry.share ?? 0, action.share)) };
    case "checking":
      return { ...entry, state: "checking", share: 1, message: undefined };
    case "fail":
      return { ...entry, state: "failed", share: 0, message: action.message, fileId: undefined };
    case "close":
      return { ...entry, state: "refused", message: action.message, fileId: undefined };
    case "pause":
      return { ...entry, state: "paused", message: action.message };
    case "restart":
      return { ...entry, share: 0, message: action.message };
    case "retry":
      return { ...entry, state: "waiting", message: undefined };
    case "done":
      return { ...entry, state: "done", share: 1 };
    default:
      return entry;
  }
}

export function uploadsReducer(
  entries: readonly UploadEntry[],
  action: UploadsAction,
): readonly UploadEntry[] {
  if (action.type === "add") {
    const share = action.entry.fileId ? undefined : 0;
    return [...entries, { ...action.entry, state: "waiting", share }];
  }
  if (action.type === "refuse") {
    return [...entries, { ...action.entry, state: "refused", share: 0, message: action.message }];
  }
  if (action.type === "online") {
    return entries.map((entry) =>
      entry.state === "paused" ? changed(entry, { type: "retry", key: entry.key }) : entry,
    );
  }
  if (action.type === "dismiss") return entries.filter(({ key }) => key !== action.key);
  return entries.map((entry) => (entry.key === action.key ? changed(entry, action) : entry));
}
