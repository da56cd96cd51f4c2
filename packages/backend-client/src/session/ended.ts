import {
  ENDED_MAX,
  ENDED_UNVERIFIED_MAX,
  SESSION_COOKIE_SECONDS,
  TOMBSTONE_MIN_SECONDS,
} from "../config/constants.js";
import type { ProjectState } from "./project-state.js";

/** A longer refresh token is nobody's: the service's own have a few dozen characters. */
const REFRESH_TOKEN_MAX = 256;

type Books = ProjectState["ended"];

/** Notes until when something ended; what is over or too much leaves at the front. */
function note(
  book: Map<string, number>,
  key: string,
  entry: { until: number; now: number; max: number },
) {
  book.delete(key);
  book.set(key, entry.until);
  for (const [oldest, until] of book) {
    if (until > entry.now && book.size <= entry.max) break;
    book.delete(oldest);
  }
}

/** Seconds for which a late answer could still carry a usable token of a session. */
export function tombstoneSeconds(lifetimeSeconds: number | undefined): number {
  const wanted = Math.max(TOMBSTONE_MIN_SECONDS, (lifetimeSeconds ?? 0) + 60);
  return Math.min(wanted, SESSION_COOKIE_SECONDS);
}

/**
 * Notes the end of a session in this process. What only an unverified cookie says goes into a
 * small book of its own, for a token's usual lifetime: made-up sign-outs cost little memory and
 * push no real one out. A verified session counts once, whatever refresh tokens come with it.
 *
 * Refresh tokens stand here as they are, since every request is compared and a hash takes longer
 * than all the rest of that; one of unlikely length is left out.
 * @param ended.sessionId the id of a verified token; undefined when none was verified
 */
export function noteEnd(
  books: Books,
  ended: {
    refreshToken: string;
    isVerified: boolean;
    sessionId: string | undefined;
    seconds: number;
    now: number;
  },
): void {
  const { refreshToken, sessionId, now } = ended;
  const until = now + ended.seconds * 1000;
  const isNews =
    ended.isVerified &&
    (sessionId === undefined || !((books.sessionIds.get(sessionId) ?? 0) > now));
  if (refreshToken.length <= REFRESH_TOKEN_MAX) {
    if (isNews) note(books.refreshTokens, refreshToken, { until, now, max: ENDED_MAX });
    else {
      const soon = Math.min(until, now + TOMBSTONE_MIN_SECONDS * 1000);
      note(books.unverified, refreshToken, { until: soon, now, max: ENDED_UNVERIFIED_MAX });
    }
  }
  if (ended.isVerified && sessionId !== undefined) {
    note(books.sessionIds, sessionId, { until, now, max: ENDED_MAX });
  }
}

/** Whether a refresh token's session ended in this process. */
export function hasEnded(books: Books, refreshToken: string, now: number): boolean {
  return (
    (books.refreshTokens.get(refreshToken) ?? 0) > now ||
    (books.unverified.get(refreshToken) ?? 0) > now
  );
}
