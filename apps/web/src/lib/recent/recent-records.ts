import { isUuid } from "@/lib/ids/uuid";

/** Identifies a record. Contains no name, because the key stays in the browser's storage. */
export type RecordKey = { kind: "client" | "request"; id: string };

const SHOWN = 5;

/** One of the stored records may be that of the open page, which the menu leaves out. */
const STORED = SHOWN + 1;

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
    .slice(0, STORED);
}

type Place = { userId: string; slug: string };

function readStored({ userId, slug }: Place, storage: Storage): RecordKey[] {
  return parseRecords(storage.getItem(storageKey(userId, slug)));
}

/** @param opened the record of the open page, which is left out */
export function readRecent(
  place: Place,
  opened: RecordKey | null,
  storage: Storage = localStorage,
): RecordKey[] {
  return readStored(place, storage)
    .filter(({ id }) => id !== opened?.id)
    .slice(0, SHOWN);
}

export function keepRecent(
  { userId, slug }: Place,
  opened: RecordKey,
  storage: Storage = localStorage,
): void {
  const others = readStored({ userId, slug }, storage).filter(({ id }) => id !== opened.id);
  const kept = [opened, ...others].slice(0, STORED);
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
