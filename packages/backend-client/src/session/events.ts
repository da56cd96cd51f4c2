export const SESSION_EVENTS = [
  "INITIAL_SESSION",
  "SIGNED_IN",
  "SIGNED_OUT",
  "TOKEN_REFRESHED",
  "USER_UPDATED",
  "PASSWORD_RECOVERY",
  "MFA_CHALLENGE_VERIFIED",
] as const;

/** The name of a session event. */
export type SessionEvent = (typeof SESSION_EVENTS)[number];

/** The source of an event: this tab, another tab or the server. */
export type SessionEventSource = "local" | "tab" | "server";

/**
 * The last event of a session and the number of its events. Tabs compare the numbers to detect
 * missed events.
 */
export interface SessionEventMark {
  /** Number of the session's events so far. */
  count: number;
  /** The last event. */
  name: SessionEvent;
}

export const FIRST_MARK: SessionEventMark = { count: 0, name: "INITIAL_SESSION" };

export function isSessionEvent(value: unknown): value is SessionEvent {
  return SESSION_EVENTS.some((event) => event === value);
}

export function nextMark(mark: SessionEventMark, name: SessionEvent): SessionEventMark {
  return { count: mark.count + 1, name };
}

export interface ObservedSession {
  userId: string | null;
  mark: SessionEventMark;
}

export function eventBetween(before: ObservedSession, after: ObservedSession): SessionEvent | null {
  if (after.userId === null) return before.userId === null ? null : "SIGNED_OUT";
  if (before.userId !== after.userId) {
    return after.mark.name === "PASSWORD_RECOVERY" ? "PASSWORD_RECOVERY" : "SIGNED_IN";
  }
  if (after.mark.count <= before.mark.count) return null;
  return after.mark.name === "INITIAL_SESSION" ? "TOKEN_REFRESHED" : after.mark.name;
}
