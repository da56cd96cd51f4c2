import { type Clocks, startCounting } from "../config/elapsed.js";

const RENEW_AFTER = 0.8;

const SWEEP_FROM = 100;

export interface SignedUrlCache {
  get(key: string, lifetimeSeconds: number, create: () => Promise<string>): Promise<string>;
  clear(): void;
  size(): number;
}

interface Entry {
  url: Promise<string>;
  isOver(): boolean;
}

/** Never share a cache between users. */
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
      const cached = entries.get(key);
      if (cached && !cached.isOver()) return cached.url;
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
