import type { BackendError, BackendErrorJson } from "../errors/backend-error.js";
import { FIRST_MARK, type SessionEventMark } from "./events.js";

/** One way in which the user proved who they are. */
export interface AmrEntry {
  /** `password`, `otp`, `totp`, … */
  method: string;
  /** Seconds since the epoch. */
  timestamp: number;
}

/** What a verified access token says; names as the auth service writes them. */
export interface SessionClaims {
  /** The user's id. */
  sub: string;
  role: string;
  aud: string | string[];
  iss: string;
  /** Expiry, in seconds since the epoch. */
  exp: number;
  /** Moment of issue, in seconds since the epoch. */
  iat?: number;
  session_id: string;
  aal: "aal1" | "aal2";
  amr?: AmrEntry[];
  email?: string;
  phone?: string;
  is_anonymous?: boolean;
  app_metadata?: Record<string, unknown>;
  user_metadata?: Record<string, unknown>;
  [claim: string]: unknown;
}

/** Someone is signed in, and the token that says so was verified. */
export interface AuthenticatedSession {
  status: "authenticated";
  claims: SessionClaims;
  /** Short-lived token for the data services. Never put it into props or HTML. */
  accessToken: string;
  /** End of the access token's life, in seconds since the epoch by this machine's clock. */
  expiresAt: number;
  /** The last event of the session and how many there were. */
  event: SessionEventMark;
}

/** Nobody is signed in. */
export interface UnauthenticatedSession {
  status: "unauthenticated";
}

/** It cannot be told right now who is signed in; the cookies are kept. */
export interface UnavailableSession {
  status: "unavailable";
  error: BackendError;
}

/** The three states of a session. */
export type Session = AuthenticatedSession | UnauthenticatedSession | UnavailableSession;

/** A session as it may be shown to a page's scripts: without tokens. */
export type PublicSession =
  | {
      status: "authenticated";
      claims: SessionClaims;
      /** Seconds the access token was good for when this was written. */
      expiresInSeconds: number;
      event: SessionEventMark;
    }
  | { status: "unauthenticated" }
  | { status: "unavailable"; error: BackendErrorJson };

/** The session a tab holds in memory: with the access token, never with the refresh token. */
export type SessionAnswer =
  | (Extract<PublicSession, { status: "authenticated" }> & { accessToken: string })
  | Exclude<PublicSession, { status: "authenticated" }>;

/**
 * Strips the tokens from a session, so that it can travel in props to the browser's provider.
 * @param nowMs current time in milliseconds; default: this machine's clock
 * @example
 * const initialSession = toInitialSession(await getSession());
 * <BackendProvider config={config} initialSession={initialSession}>
 *   <Page />
 * </BackendProvider>
 */
export function toInitialSession(session: Session, nowMs: number = Date.now()): PublicSession {
  if (session.status === "unavailable") {
    return { status: "unavailable", error: session.error.toJSON() };
  }
  if (session.status === "unauthenticated") return { status: "unauthenticated" };
  return {
    status: "authenticated",
    claims: session.claims,
    expiresInSeconds: Math.max(0, Math.floor(session.expiresAt - nowMs / 1000)),
    event: session.event,
  };
}

/** The answer of `GET /auth/session`: the public session and the access token. */
export function toSessionAnswer(session: Session, nowMs: number): SessionAnswer {
  const shown = toInitialSession(session, nowMs);
  return (
    session.status === "authenticated" ? { ...shown, accessToken: session.accessToken } : shown
  ) as SessionAnswer;
}

/** Who is signed in and what happened last, as {@link eventBetween} compares it. */
export function observe(session: PublicSession | Session): {
  userId: string | null;
  mark: SessionEventMark;
} {
  return session.status === "authenticated"
    ? { userId: session.claims.sub, mark: session.event }
    : { userId: null, mark: FIRST_MARK };
}
