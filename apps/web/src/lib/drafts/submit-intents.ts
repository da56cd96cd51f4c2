import { HOUR_MS } from "@/lib/format/durations";

const PREFIX = "submit:";

/** After this time, the user must confirm the submission before it is retried. */
const MAX_AGE_MS = 12 * HOUR_MS;

/**
 * A submission that the tab will retry, because it failed in an outage or after the session ended.
 * The answer itself is in the draft.
 */
export type SubmitIntent = {
  /** The number of the submission, by which the server recognizes a repeated request. */
  no: number;
  version: number;
  /** The time at which the user pressed Submit, in milliseconds since the epoch. */
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

export function storeIntent(storage: Storage, key: string, intent: SubmitIntent): void {
  try {
    storage.setItem(key, JSON.stringify(intent));
  } catch {
    storage.removeItem(key);
  }
}

export type IntentVerdict = "send" | "ask" | "changed";

/**
 * @param version version of the answer that the page shows
 * @param hasDraft whether the page restored a draft of the answer. If true, `version` is ignored,
 * because saving the draft detects conflicts
 * @param now in milliseconds since the epoch
 */
export function judgeIntent(
  intent: SubmitIntent,
  { no, version, hasDraft, now }: { no: number; version: number; hasDraft: boolean; now: number },
): IntentVerdict {
  if (intent.no !== no || (!hasDraft && intent.version !== version)) return "changed";
  return now - intent.at > MAX_AGE_MS ? "ask" : "send";
}
