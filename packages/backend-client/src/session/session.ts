import type { BackendError, BackendErrorJson } from "../errors/backend-error.js";
import { FIRST_MARK, type SessionEventMark } from "./events.js";

/** One way in which the user proved who they are. */
export interface AmrEntry {
  /** Such as `password`, `otp` or `totp`, as the auth service names it. */
  method: string;
  /** When, in seconds since the epoch; 0 when the token does not say. */
  timestamp: number;
}

/** What a verified access token says; names as the auth service writes them. */
export interface SessionClaims {
  /** The user's id. */
  sub: string;
  /** The database role that policies see, `authenticated` by default; never `anon` or `service_role`. */
  role: string;
  /** Whom the token is for; the backend's `audience` is in it, which was checked. */
  aud: string | string[];
  /** Who issued the token: the backend's `issuer`, which was checked. */
  iss: string;
  /** Expiry, in seconds since the epoch. */
  exp: number;
  /** Moment of issue, in seconds since the epoch. */
  iat?: number;
  /** Id of the session at the auth service, the same until the next sign-in. */
  session_id: string;
  /** `aal2` once a second factor was proven in this session; anything else reads as `aal1`. */
  aal: "aal1" | "aal2";
  /** How the user proved who they are. Absent when the token names no list. */
  amr?: AmrEntry[];
  /** As of the token's issue. Absent or empty for a user without an address. */
  email?: string;
  /** As of the token's issue. Absent or empty for a user without a number. */
  phone?: string;
  /** True for a user who signed in without an address; absent reads as false. */
  is_anonymous?: boolean;
  /** Written by the service and by secret keys alone: a user cannot change it. */
  app_metadata?: Record<string, unknown>;
  /** Written by the user (`updateUser`): never decide about access by it. */
  user_metadata?: Record<string, unknown>;
  /** Whatever a hook of the project adds, verified but not narrowed. */
  [claim: string]: unknown;
}

/** Someone is signed in, and the token that says so was verified. */
export interface AuthenticatedSession {
  /** Tells the three states apart. */
  status: "authenticated";
  /** What the verified token says; older than a change until the next refresh. */
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
  /** Tells the three states apart. */
  status: "unauthenticated";
  /**
   * Why, when it was decided in this request: a terminal code of the auth service, such as
   * `session_expired` or `user_banned`; `cookie_too_large` for a session that outgrew its cookies; or
   * why the service refuses to refresh a session whose cookies stay, such as a hook of the project.
   * Absent for everyone who is just not signed in.
   */
  error?: BackendError;
}

/** It cannot be told right now who is signed in; the cookies are kept. */
export interface UnavailableSession {
  /** Tells the three states apart. */
  status: "unavailable";
  /** Why, of kind `auth` or `network`; its `retryable` says whether waiting may help. */
  error: BackendError;
}

/** The three states of a session. */
export type Session = AuthenticatedSession | UnauthenticatedSession | UnavailableSession;

/** A session as it may be shown to a page's scripts: without tokens. */
export type PublicSession =
  | {
      /** Tells the three states apart. */
      status: "authenticated";
      /** What the verified token says: a page's scripts see all of it. */
      claims: SessionClaims;
      /** Seconds the access token was good for when this was written. */
      expiresInSeconds: number;
      /** The last event of the session and how many there were. */
      event: SessionEventMark;
    }
  | {
      /** Tells the three states apart. */
      status: "unauthenticated";
      /** Why, when it was decided just now, in the form that travels. */
      error?: BackendErrorJson;
    }
  | {
      /** Tells the three states apart. */
      status: "unavailable";
      /** Why, in the form that travels. */
      error: BackendErrorJson;
    };

/** The session a tab holds in memory: with the access token, never with the refresh token. */
export type SessionAnswer =
  | (Extract<PublicSession, { status: "authenticated" }> & {
      /** Short-lived token for the data services; keep it in memory only. */
      accessToken: string;
    })
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
  if (session.status === "unauthenticated") {
    const { error } = session;
    return { status: "unauthenticated", ...(error ? { error: error.toJSON() } : {}) };
  }
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
