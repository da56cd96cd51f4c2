const PREFIX = "submit:";

/** The intent is old, so the user must confirm it. */
const MAX_AGE_MILLISECONDS = 12 * 3_600_000;

/** Records that the user pressed Submit while offline. The answer itself is in the draft. */
export type SubmitIntent = {
  /** Number of the submission. By it, the server recognizes a repeated submission. */
  no: number;
  version: number;
  /** When the user pressed Submit, in milliseconds since the epoch. */
  at: number;
};

export function intentKey(userId: string, itemId: string): string {
  return `${PREFIX}${userId}:${itemId}`;
}

export function isIntentKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

export function readIntent(storage: Storage, key: string): SubmitIntent | undefined {
  const text = storage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as SubmitIntent);
}

/** Stores an intent. If the storage is full, the intent lasts only until the page closes. */
export function storeIntent(storage: Storage, key: string, intent: SubmitIntent): void {
  try {
    storage.setItem(key, JSON.stringify(intent));
  } catch {
    storage.removeItem(key);
  }
}

export type IntentVerdict = "send" | "ask" | "changed";

/**
 * Decides what to do with an intent that exists when a page opens.
 * @param version version of the answer that the page shows
 * @param hasDraft whether the page restored a draft over the answer. Saving that draft detects
 * conflicts.
 * @param now in milliseconds since the epoch
 */
export function judgeIntent(
  intent: SubmitIntent,
  { no, version, hasDraft, now }: { no: number; version: number; hasDraft: boolean; now: number },
): IntentVerdict {
  if (intent.no !== no || (!hasDraft && intent.version !== version)) return "changed";
  return now - intent.at > MAX_AGE_MILLISECONDS ? "ask" : "send";
}
