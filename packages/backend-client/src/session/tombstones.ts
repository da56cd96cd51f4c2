import { ENDED_MAX, SESSION_COOKIE_SECONDS, TOMBSTONE_MIN_SECONDS } from "../config/constants.js";
import type { RealmState } from "./project-state.js";

type Books = RealmState["ended"];

function note(book: Map<string, number>, key: string, entry: { until: number; now: number }) {
  book.delete(key);
  book.set(key, entry.until);
  for (const [oldest, until] of book) {
    if (until > entry.now && book.size <= ENDED_MAX) break;
    book.delete(oldest);
  }
}

export function tombstoneSeconds(lifetimeSeconds: number | undefined): number {
  const wanted = Math.max(TOMBSTONE_MIN_SECONDS, (lifetimeSeconds ?? 0) + 60);
  return Math.min(wanted, SESSION_COOKIE_SECONDS);
}

/**
 * Call this for verified sessions only, because entries of forged sessions would displace real
 * ones.
 */
export function recordSignOut(
  books: Books,
  ended: { refreshToken: string; sessionId: string | undefined; seconds: number; now: number },
): void {
  const { refreshToken, sessionId, now } = ended;
  const entry = { until: now + ended.seconds * 1000, now };
  const isKnown = sessionId !== undefined && (books.sessionIds.get(sessionId) ?? 0) > now;
  if (!isKnown) note(books.refreshTokens, refreshToken, entry);
  if (sessionId !== undefined) note(books.sessionIds, sessionId, entry);
}
