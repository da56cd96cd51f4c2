import { type Clocks, startCounting } from "../config/elapsed.js";

/** Share of a signed URL's life after which a new one is asked for. */
const RENEW_AFTER = 0.8;

/** Entries from which on what is over is looked for; then again at twice as many as are left. */
const SWEEP_FROM = 100;

/** A cache of signed URLs that asks again before one ends. */
export interface SignedUrlCache {
  /**
   * Answers the kept URL while a fifth of its life is left, else the outcome of `create`.
   * Parallel calls for one key share a request; a failure is kept for nobody.
   */
  get(key: string, lifetimeSeconds: number, create: () => Promise<string>): Promise<string>;
  clear(): void;
  /** How many URLs are kept. */
  size(): number;
}

interface Entry {
  url: Promise<string>;
  isOver(): boolean;
}

/** Creates a cache for one caller; never share it between users. */
export function createSignedUrlCache(clocks: Clocks): SignedUrlCache {
  const entries = new Map<string, Entry>();
  let sweepAt = SWEEP_FROM;

  function sweep(): void {
    if (entries.size < sweepAt) return;
    for (const [key, entry] of entries) if (entry.isOver()) entries.delete(key);
    sweepAt = Math.max(SWEEP_FROM, entries.size * 2);
  }

  return {
    get(key, lifetimeSeconds, create) {
      const kept = entries.get(key);
      if (kept && !kept.isOver()) return kept.url;
      sweep();
      const elapsed = startCounting(clocks);
      const url = create();
      const entry = { url, isOver: () => elapsed() >= lifetimeSeconds * 1000 * RENEW_AFTER };
      entries.set(key, entry);
      url.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return url;
    },
    clear: () => entries.clear(),
    size: () => entries.size,
  };
}
