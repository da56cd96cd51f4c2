/** The seven events of a session, named as in auth-js. */
export const SESSION_EVENTS = [
  "INITIAL_SESSION",
  "SIGNED_IN",
  "SIGNED_OUT",
  "TOKEN_REFRESHED",
  "USER_UPDATED",
  "PASSWORD_RECOVERY",
  "MFA_CHALLENGE_VERIFIED",
] as const;

/** One of the seven events. */
export type SessionEvent = (typeof SESSION_EVENTS)[number];

/**
 * Where an event happened: in this tab, in another one, or on the server, where a session also ended
 * that a refresh of this tab finds over.
 */
export type SessionEventSource = "local" | "tab" | "server";

/**
 * The last event of a session and how many it has seen. The server counts in the session cookie; a
 * tab that knows a smaller count has missed something.
 */
export interface SessionEventMark {
  /** How many times something happened to the session so far. */
  count: number;
  /** What happened last. */
  name: SessionEvent;
}

/** The mark of a session that nothing has happened to yet. */
export const FIRST_MARK: SessionEventMark = { count: 0, name: "INITIAL_SESSION" };

/** Whether a text names one of the seven events. */
export function isSessionEvent(value: unknown): value is SessionEvent {
  return SESSION_EVENTS.some((event) => event === value);
}

/** The mark after one more event. */
export function nextMark(mark: SessionEventMark, name: SessionEvent): SessionEventMark {
  return { count: mark.count + 1, name };
}

/** What a tab knows of a session when it decides which event to emit. */
export interface ObservedSession {
  /** Id of the signed-in user, or null. */
  userId: string | null;
  mark: SessionEventMark;
}

/**
 * Which event a change seen from outside amounts to; null when nothing happened.
 * Signing in and out follow from the user, the rest from the server's count.
 */
export function eventBetween(before: ObservedSession, after: ObservedSession): SessionEvent | null {
  if (after.userId === null) return before.userId === null ? null : "SIGNED_OUT";
  if (before.userId !== after.userId) {
    return after.mark.name === "PASSWORD_RECOVERY" ? "PASSWORD_RECOVERY" : "SIGNED_IN";
  }
  if (after.mark.count <= before.mark.count) return null;
  return after.mark.name === "INITIAL_SESSION" ? "TOKEN_REFRESHED" : after.mark.name;
}
