const PREFIX = "submit:";

/** After this long a submission that could not be sent is not sent without asking. */
const ASKED_AFTER_MILLISECONDS = 12 * 3_600_000;

/** That Submit was pressed while nothing could be sent. The answer itself is in the kept draft. */
export type SubmitIntent = {
  /** Number of the submission, by which the server recognizes a repeat. */
  no: number;
  /** Version of the draft that was to be submitted. */
  version: number;
  /** When Submit was pressed, in milliseconds. */
  at: number;
};

/** Where the intent of one person for one item is kept. */
export function intentKey(userId: string, itemId: string): string {
  return `${PREFIX}${userId}:${itemId}`;
}

/** Whether a key of the storage belongs to an intent. */
export function isIntentKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** The intent that is kept under a key. */
export function readIntent(storage: Storage, key: string): SubmitIntent | undefined {
  const text = storage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as SubmitIntent);
}

/** Keeps an intent; without room in the storage it lasts as long as the page. */
export function keepIntent(storage: Storage, key: string, intent: SubmitIntent): void {
  try {
    storage.setItem(key, JSON.stringify(intent));
  } catch {
    storage.removeItem(key);
  }
}

/** What is to be done about an intent that a page finds when it opens. */
export type Found = "send" | "ask" | "changed";

/**
 * Judges an intent found on opening a page.
 * @param version of the draft that the page shows
 * @param hasKept whether unsaved text is put back over it, which meets conflicts itself
 * @param now in milliseconds
 */
export function judgeIntent(
  intent: SubmitIntent,
  { no, version, hasKept, now }: { no: number; version: number; hasKept: boolean; now: number },
): Found {
  if (intent.no !== no || (!hasKept && intent.version !== version)) return "changed";
  return now - intent.at > ASKED_AFTER_MILLISECONDS ? "ask" : "send";
}
