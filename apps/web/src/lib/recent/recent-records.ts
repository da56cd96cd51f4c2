import { isUuid } from "@/lib/ids/uuid";

/** Identifies a record. Contains no name, because the key stays in the browser's storage. */
export type RecordKey = { kind: "client" | "request"; id: string };

const MAX_RECENT = 5;

const PREFIX = "recent:";

function isRecentKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

const storageKey = (userId: string, slug: string) => `${PREFIX}${userId}:${slug}`;

export function recordOfPath(pathname: string): RecordKey | null {
  const [, kind, id = ""] = /^\/o\/[^/]+\/(clients|requests)\/([^/]+)/.exec(pathname) ?? [];
  if (!isUuid(id)) return null;
  return { kind: kind === "clients" ? "client" : "request", id };
}

export function formatRecords(records: readonly RecordKey[]): string {
  return records.map(({ kind, id }) => `${kind}.${id}`).join(",");
}

export function parseRecords(text: string | null | undefined): RecordKey[] {
  return (text ?? "")
    .split(",")
    .flatMap((each): RecordKey[] => {
      const [kind, id = ""] = each.split(".");
      return (kind === "client" || kind === "request") && isUuid(id) ? [{ kind, id }] : [];
    })
    .slice(0, MAX_RECENT);
}

type Place = { userId: string; slug: string };

export function readRecent({ userId, slug }: Place, storage: Storage = localStorage): RecordKey[] {
  return parseRecords(storage.getItem(storageKey(userId, slug)));
}

export function keepRecent(
  { userId, slug }: Place,
  opened: RecordKey,
  storage: Storage = localStorage,
): void {
  const others = readRecent({ userId, slug }, storage).filter(({ id }) => id !== opened.id);
  const kept = [opened, ...others].slice(0, MAX_RECENT);
  try {
    storage.setItem(storageKey(userId, slug), formatRecords(kept));
  } catch {
    // The storage is full, so the menu shows the records that were stored before.
  }
}

/** Deletes the records of all users. Call this function when the user signs out. */
export function forgetRecent(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (isRecentKey(key)) storage.removeItem(key);
  }
}
