/** Share of a signed URL's life after which a new one is asked for. */
const RENEW_AFTER = 0.8;

/** A cache of signed URLs that asks again before one ends. */
export interface SignedUrlCache {
  /**
   * Answers the kept URL while a fifth of its life is left, else the outcome of `create`.
   * Parallel calls for one key share a request; a failure is kept for nobody.
   */
  get(key: string, lifetimeSeconds: number, create: () => Promise<string>): Promise<string>;
  clear(): void;
}

/** Creates a cache for one caller; never share it between users. */
export function createSignedUrlCache(now: () => number): SignedUrlCache {
  const entries = new Map<string, { url: Promise<string>; renewAt: number }>();
  return {
    get(key, lifetimeSeconds, create) {
      const kept = entries.get(key);
      if (kept && now() < kept.renewAt) return kept.url;
      const entry = { url: create(), renewAt: now() + lifetimeSeconds * 1000 * RENEW_AFTER };
      entries.set(key, entry);
      entry.url.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.url;
    },
    clear: () => entries.clear(),
  };
}
