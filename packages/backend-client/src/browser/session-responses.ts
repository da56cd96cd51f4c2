import type { BackendErrorJson } from "../errors/backend-error.js";
import { eventBetween, type SessionEvent, type SessionEventMark } from "../session/events.js";
import type { PublicSession, SessionAnswer } from "../session/session.js";
import type { SignOutAnswer } from "./session-http.js";

export type KnownSession = Exclude<PublicSession, { status: "unavailable" }>;

export interface SeenSession {
  user: { id: string; sessionId: string } | null;
  count: number;
}

export function seen(session: KnownSession): SeenSession {
  if (session.status === "unauthenticated") return { user: null, count: 0 };
  const { sub: id, session_id: sessionId } = session.claims;
  return { user: { id, sessionId }, count: session.event.count };
}

export function eventSince(before: SeenSession, now: KnownSession): SessionEvent | null {
  const { user } = seen(now);
  const mark: SessionEventMark =
    now.status === "authenticated" ? now.event : { count: 0, name: "INITIAL_SESSION" };
  // Each session has its own event count, so counts of different sessions are not comparable.
  const isSame = before.user !== null && before.user.sessionId === user?.sessionId;
  const count = isSame ? before.count : -1;
  return eventBetween(
    { userId: before.user?.id ?? null, mark: { ...mark, count } },
    { userId: user?.id ?? null, mark },
  );
}

export function isStale(
  answer: SessionAnswer | PublicSession,
  known: KnownSession | null,
  ended: ReadonlySet<string>,
): boolean {
  if (answer.status !== "authenticated") return false;
  if (ended.has(answer.claims.session_id)) return true;
  return (
    known?.status === "authenticated" &&
    known.claims.session_id === answer.claims.session_id &&
    answer.event.count < known.event.count
  );
}

export function splitAnswer(answer: SignOutAnswer): {
  session: SessionAnswer;
  error: BackendErrorJson | undefined;
} {
  if (answer.status === "unavailable") return { session: answer, error: answer.error };
  const { error, ...session } = answer;
  return { session, error };
}

export function withoutToken(
  answer: Exclude<SessionAnswer, { status: "unavailable" }> | KnownSession,
): KnownSession {
  if (!("accessToken" in answer)) return answer;
  const { accessToken: _, ...shown } = answer;
  return shown;
}
