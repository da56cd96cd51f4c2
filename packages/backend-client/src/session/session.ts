import type { NoClaims } from "../config/define-backend.js";
import type { BackendError, BackendErrorJson } from "../errors/backend-error.js";
import { FIRST_MARK, type SessionEventMark } from "./events.js";

/** One use of an authentication method. */
export interface AmrEntry {
  /** Name from the auth service, such as `password`, `otp` or `totp`. */
  method: string;
  /** Time of use in seconds since the epoch; 0 if the token does not contain the time. */
  timestamp: number;
}

/** The claims of a verified access token, under the auth service's names. */
export interface SessionClaims {
  /** The user's id. */
  sub: string;
  /** Database role for policies, by default `authenticated`. Never `anon` or `service_role`. */
  role: string;
  /** The audience of the token, which includes the backend's `audience`. */
  aud: string | string[];
  /** The issuer of the token, which is one of the backend's `issuers`. */
  iss: string;
  /** Expiry in seconds since the epoch. */
  exp: number;
  /** Time of issue in seconds since the epoch. */
  iat?: number;
  /** Id of the session at the auth service. Changes at the next sign-in. */
  session_id: string;
  /** `aal2` after the user verified a second factor in this session. */
  aal: "aal1" | "aal2";
  /** The authentication methods that the user used. Absent if the token does not list them. */
  amr?: AmrEntry[];
  /** Email address when the token was issued. Absent or empty for a user without one. */
  email?: string;
  /** Phone number when the token was issued. Absent or empty for a user without one. */
  phone?: string;
  /** True for a user who signed in anonymously. False or absent for all other users. */
  is_anonymous?: boolean;
  /** Data that only the auth service and secret keys can write. Users cannot change it. */
  app_metadata?: Record<string, unknown>;
  /** Data that the user can write (`updateUser`). Never base access decisions on it. */
  user_metadata?: Record<string, unknown>;
}

/**
 * The claims of a verified token, plus the claims that the project's token hook adds. The added
 * claims are optional, because a token may be older than the hook. The SDK does not check their
 * types.
 */
export type ClaimsOf<Claims> = SessionClaims & Partial<Claims>;

/**
 * The state of a request whose user is signed in.
 * @typeParam Claims the claims that the project's token hook adds
 */
export interface AuthenticatedSession<Claims extends object = NoClaims> {
  /** Name of this state. */
  status: "authenticated";
  /** `bearer` if the request sent the token in its `Authorization` header. */
  source: "cookie" | "bearer";
  /** Claims of the verified token. They change only when the token is refreshed. */
  claims: ClaimsOf<Claims>;
  /** The same object as `claims`, for claims that have no declared type. */
  payload: Readonly<Record<string, unknown>>;
  /** Short-lived token for the data services. Never put it into props or HTML. */
  accessToken: string;
  /** Expiry of the access token, in seconds since the epoch by this machine's clock. */
  expiresAt: number;
  /** The last event of the session and the number of events so far. */
  event: SessionEventMark;
}

/** The state of a request without a signed-in user. */
export interface UnauthenticatedSession {
  /** Name of this state. */
  status: "unauthenticated";
  /**
   * The reason why no user is signed in, if this request found it. The session is over after a code
   * of the auth service such as `session_expired`, and after `cookie_too_large` or `token_invalid`.
   * If the service or a hook of the project refused the refresh, the error is that refusal, and the
   * cookies remain.
   */
  error?: BackendError;
}

/** The state of a request whose user the server cannot determine. The cookies remain. */
export interface UnavailableSession {
  /** Name of this state. */
  status: "unavailable";
  /** The reason, of kind `auth` or `network`. `retryable` shows whether to try again. */
  error: BackendError;
}

/** The three states of a session. */
export type Session<Claims extends object = NoClaims> =
  | AuthenticatedSession<Claims>
  | UnauthenticatedSession
  | UnavailableSession;

/** A session without tokens. The scripts of a page may read it. */
export type PublicSession<Claims extends object = NoClaims> =
  | {
      /** Name of this state. */
      status: "authenticated";
      /** Claims of the verified token. All scripts of the page can read them. */
      claims: ClaimsOf<Claims>;
      /** Remaining lifetime of the access token in seconds when this value was created. */
      expiresInSeconds: number;
      /** The last event of the session and the number of events so far. */
      event: SessionEventMark;
    }
  | {
      /** Name of this state. */
      status: "unauthenticated";
      /** The reason why no user is signed in, in serializable form, if this request found it. */
      error?: BackendErrorJson;
    }
  | {
      /** Name of this state. */
      status: "unavailable";
      /** The reason why the session is unavailable, in serializable form. */
      error: BackendErrorJson;
    };

/** The session that a tab keeps in memory, with the access token but never the refresh token. */
export type SessionAnswer =
  | (Extract<PublicSession, { status: "authenticated" }> & {
      /** Short-lived token for the data services. Keep it only in memory. */
      accessToken: string;
    })
  | Exclude<PublicSession, { status: "authenticated" }>;

/**
 * Returns the session without its tokens. Pass the result to the browser's provider as a prop.
 * @param nowMs current time in milliseconds; default: this machine's clock
 * @example
 * const initialSession = toInitialSession(await getSession());
 * <BackendProvider config={config} initialSession={initialSession}>
 *   <Page />
 * </BackendProvider>
 */
export function toInitialSession<Claims extends object = NoClaims>(
  session: Session<Claims>,
  nowMs: number = Date.now(),
): PublicSession<Claims> {
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

export function toSessionAnswer(session: Session, nowMs: number): SessionAnswer {
  const shown = toInitialSession(session, nowMs);
  return (
    session.status === "authenticated" ? { ...shown, accessToken: session.accessToken } : shown
  ) as SessionAnswer;
}

export function observe(session: PublicSession | Session): {
  userId: string | null;
  mark: SessionEventMark;
} {
  return session.status === "authenticated"
    ? { userId: session.claims.sub, mark: session.event }
    : { userId: null, mark: FIRST_MARK };
}
