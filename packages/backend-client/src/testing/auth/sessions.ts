import { AuthRefusal } from "./answers.js";
import { type AuthState, createId, type MemorySession, type MemoryUser } from "./state.js";
import { presentUser } from "./users.js";

/** The tokens of a session, as the service returns them. */
export interface MemoryTokens {
  /** A JWT signed with the backend's own key. */
  access_token: string;
  /**
   * A refresh token. After its first use, the token stays valid for `refreshReuseSeconds` or until
   * the session's next token is used, whichever is later.
   */
  refresh_token: string;
  /** The token type, always `bearer`. */
  token_type: "bearer";
  /** Lifetime of the access token in seconds. */
  expires_in: number;
  /** Expiry of the access token in seconds since the epoch, by the service's clock. */
  expires_at: number;
  /** The account, in the short form that the service returns with tokens. */
  user: {
    /** The claim `sub` of the tokens. */
    id: string;
    /** Always `authenticated`. */
    aud: string;
    /** Empty for an anonymous user. */
    email: string;
  };
}

/** Options of a new session. */
export interface NewSession {
  /** Authentication method. Default `password`. */
  method?: string | undefined;
  /** Assurance level. Default `aal1`. The user may have `aal2` without a factor. */
  aal?: "aal1" | "aal2" | undefined;
  /** Claims to add or replace in every access token of the session. Default: none. */
  claims?: Record<string, unknown> | undefined;
  /** Lifetime of the first access token in seconds. Default: the service's lifetime. */
  lifetimeSeconds?: number | undefined;
}

export function beginSession(
  state: AuthState,
  user: MemoryUser,
  { method = "password", aal = "aal1", claims = {}, lifetimeSeconds }: NewSession = {},
): Promise<MemoryTokens> {
  const timestamp = Math.floor(state.clock.now() / 1000);
  const session: MemorySession = {
    id: createId(state),
    userId: user.id,
    aal,
    amr: [{ method, timestamp }],
    claims,
  };
  state.sessions.set(session.id, session);
  return handOut(state, session, {
    refreshToken: createRefreshToken(state, session, null),
    lifetimeSeconds,
  });
}

function createRefreshToken(
  state: AuthState,
  session: MemorySession,
  parent: string | null,
): string {
  const token = `refresh-${state.serial().toString(36).padStart(6, "0")}`;
  state.refreshTokens.set(token, { sessionId: session.id, parent, revokedAt: null });
  return token;
}

async function handOut(
  state: AuthState,
  session: MemorySession,
  given: { refreshToken: string; lifetimeSeconds?: number | undefined },
): Promise<MemoryTokens> {
  const user = state.users.get(session.userId);
  if (!user) throw new AuthRefusal(400, "session_not_found");
  const now = Math.floor(state.clock.now() / 1000);
  const lifetime = given.lifetimeSeconds ?? state.options.accessTokenSeconds;
  const access_token = await state.signer.sign({
    iss: `${state.url}/auth/v1`,
    sub: user.id,
    aud: "authenticated",
    exp: now + lifetime,
    iat: now,
    email: user.email ?? "",
    phone: "",
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: "authenticated",
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.email === null,
    ...state.options.claims(user),
    ...session.claims,
  });
  const expiresAt = (now + lifetime) * 1000;
  state.accessTokens.set(access_token, { sessionId: session.id, expiresAt });
  return {
    access_token,
    refresh_token: given.refreshToken,
    token_type: "bearer",
    expires_in: lifetime,
    expires_at: now + lifetime,
    user: presentUser(user) as MemoryTokens["user"],
  };
}

export function renewSession(state: AuthState, session: MemorySession): Promise<MemoryTokens> {
  const live = liveToken(state, session.id);
  if (live) live[1].revokedAt = state.clock.now();
  return handOut(state, session, {
    refreshToken: createRefreshToken(state, session, live?.[0] ?? null),
  });
}

function liveToken(state: AuthState, sessionId: string) {
  return [...state.refreshTokens].findLast(
    ([, token]) => token.sessionId === sessionId && token.revokedAt === null,
  );
}

/**
 * The client may have lost the last response, so the previous token returns the current token
 * again. A still older token, used after the reuse interval, looks like theft, so the service
 * revokes all refresh tokens of the session.
 */
export async function refreshSession(state: AuthState, value: unknown): Promise<MemoryTokens> {
  const token = typeof value === "string" ? state.refreshTokens.get(value) : undefined;
  if (!token) throw new AuthRefusal(400, "refresh_token_not_found");
  const session = state.sessions.get(token.sessionId);
  const user = session && state.users.get(session.userId);
  if (!session || !user) throw new AuthRefusal(400, "session_not_found");
  if (user.isBanned) throw new AuthRefusal(400, "user_banned");
  const now = state.clock.now();
  const name = String(value);
  if (token.revokedAt === null) {
    token.revokedAt = now;
    return handOut(state, session, { refreshToken: createRefreshToken(state, session, name) });
  }
  const live = liveToken(state, session.id);
  if (live && live[1].parent === name) return handOut(state, session, { refreshToken: live[0] });
  if (live && now - token.revokedAt <= state.options.refreshReuseSeconds * 1000) {
    return handOut(state, session, { refreshToken: createRefreshToken(state, session, name) });
  }
  for (const other of state.refreshTokens.values()) {
    if (other.sessionId === session.id) other.revokedAt ??= now;
  }
  throw new AuthRefusal(400, "refresh_token_already_used");
}

export function requireBearer(
  state: AuthState,
  bearer: string | null,
): { session: MemorySession; user: MemoryUser } {
  if (bearer === null) throw new AuthRefusal(401, "no_authorization");
  const issued = state.accessTokens.get(bearer);
  if (!issued || issued.expiresAt <= state.clock.now()) throw new AuthRefusal(403, "bad_jwt");
  const session = state.sessions.get(issued.sessionId);
  if (!session) throw new AuthRefusal(403, "session_not_found");
  const user = state.users.get(session.userId);
  if (!user) throw new AuthRefusal(403, "user_not_found");
  if (user.isBanned) throw new AuthRefusal(403, "user_banned");
  return { session, user };
}
