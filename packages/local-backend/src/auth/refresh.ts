import type { Context } from "hono";
import type { PreparedStatement, Queryable } from "../database/database.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError } from "./errors.ts";
import {
  insertRefreshToken,
  presentSession,
  SESSION_COLUMNS,
  type SessionJson,
  type SessionRow,
} from "./sessions.ts";
import { findSignedIn } from "./signed-in.ts";
import { isBanned } from "./users.ts";

/** Hosted Supabase's tokens have 12 characters. The local backend's tokens are longer. */
export function isRefreshToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{12,}$/.test(text);
}

interface RefreshTokenRow {
  token: string;
  session_id: string;
  revoked: boolean;
  parent: string | null;
  updated_at: Date;
}

/** A refused refresh is returned instead of thrown, so that the transaction is committed. */
type Outcome = { session: SessionJson } | { error: AuthError };

const LOCK_NOT_AVAILABLE = "55P03";
const LOCK_TIMEOUT = "5s";

const FIND_TOKEN: PreparedStatement = {
  name: "auth.find_refresh_token",
  text: `select token, session_id, revoked, parent, updated_at from auth.refresh_tokens
     where token = $1 and session_id is not null`,
};

const LOCK_SESSION: PreparedStatement = {
  name: "auth.lock_session",
  text: `select ${SESSION_COLUMNS} from auth.sessions where id = $1 for update`,
};

const REVOKE_TOKEN: PreparedStatement = {
  name: "auth.revoke_refresh_token",
  text: "update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1",
};

const TOUCH_SESSION: PreparedStatement = {
  name: "auth.touch_session",
  text: `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2,
       user_agent = $3, ip = $4
     where id = $1`,
};

/**
 * Exchanges a refresh token by the rules of hosted Supabase:
 * - A valid token is revoked, and the caller gets a new token, whose parent is the revoked one.
 * - For the parent of the newest valid token, the caller gets that newest token, even if the parent
 *   was revoked long ago. The client may have lost the first response.
 * - For a token that was revoked within the last reuse interval, the caller gets another new token,
 *   unless the session has no valid token left.
 * - Any other use is treated as theft: the transaction commits the revocation of all tokens of the
 *   session. If rotation is disabled, the other tokens stay valid.
 */
export async function refreshSession(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  token: string,
): Promise<SessionJson> {
  const outcome = await auth
    .transaction(c, (tx) => rotate(auth, tx, token), { lock_timeout: LOCK_TIMEOUT })
    .catch(asConflict);
  if ("error" in outcome) throw outcome.error;
  return outcome.session;
}

async function rotate(auth: AuthContext, tx: AuthTransaction, value: string): Promise<Outcome> {
  const known = await findToken(tx, value);
  if (known === undefined) return refuse("refresh_token_not_found", "Refresh Token Not Found");
  // Lock the session, then read the token again: a concurrent refresh may have revoked it.
  const [session] = await tx.query<SessionRow>(LOCK_SESSION, [known.session_id]);
  if (session === undefined) return refuse("session_not_found", "Session Not Found", 400, "");
  const token = await findToken(tx, value);
  if (token === undefined) return refuse("refresh_token_not_found", "Refresh Token Not Found");

  const now = auth.now();
  const found = await findSignedIn(tx, { userId: session.user_id, sessionId: session.id });
  if (found === undefined) return refuse("session_not_found", "Session Not Found", 400, "");
  const { user, belongings } = found;
  if (isBanned(user, now)) return refuse("user_banned", "User Banned");
  const expiry = findExpiry(auth, session);
  if (expiry !== undefined && expiry <= now) {
    return refuse("session_expired", "Session Expired");
  }

  const refreshToken = await exchange(auth, tx, { token, session, now });
  if (refreshToken === undefined) {
    if (auth.config.enable_refresh_token_rotation) {
      await tx.query(
        "update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked",
        [session.id, now],
      );
    }
    return refuse("refresh_token_already_used", "Already Used");
  }
  await tx.record({ action: "token_refreshed", actor: user });
  if (!token.revoked) await tx.record({ action: "token_revoked", actor: user });
  await tx.query(TOUCH_SESSION, [session.id, now, tx.caller.userAgent, tx.caller.address]);
  return { session: await presentSession(auth, tx, { user, belongings, session, refreshToken }) };
}

/** Returns undefined if the token counts as stolen. */
async function exchange(
  auth: AuthContext,
  tx: Queryable,
  { token, session, now }: { token: RefreshTokenRow; session: SessionRow; now: Date },
): Promise<string | undefined> {
  if (!token.revoked) {
    await tx.query(REVOKE_TOKEN, [token.token, now]);
    return insertRefreshToken(tx, { session, parent: token.token, now });
  }
  const [active] = await tx.query<{ token: string; parent: string | null }>(
    `select token, parent from auth.refresh_tokens
     where session_id = $1 and not revoked order by id desc limit 1`,
    [session.id],
  );
  if (active?.parent === token.token) return active.token;
  const reusableUntil =
    token.updated_at.getTime() + auth.config.refresh_token_reuse_interval * 1000;
  // If no token is active, an earlier refresh with a stolen token revoked all of them.
  if (active === undefined || now.getTime() > reusableUntil) return undefined;
  return insertRefreshToken(tx, { session, parent: token.token, now });
}

async function findToken(tx: Queryable, value: string): Promise<RefreshTokenRow | undefined> {
  const [token] = await tx.query<RefreshTokenRow>(FIND_TOKEN, [value]);
  return token;
}

function findExpiry(auth: AuthContext, session: SessionRow): Date | undefined {
  const { timebox, inactivity_timeout: rest } = auth.config.sessions;
  const lastUse = session.refreshedAt ?? session.created_at;
  const ends = [
    session.not_after?.getTime(),
    timebox === undefined ? undefined : session.created_at.getTime() + timebox * 1000,
    rest === undefined ? undefined : lastUse.getTime() + rest * 1000,
  ].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

function refuse(
  code: string,
  reason: string,
  status: 400 = 400,
  prefix = "Invalid Refresh Token: ",
): Outcome {
  return { error: new AuthError(status, code, prefix + reason) };
}

function asConflict(error: unknown): Outcome {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== LOCK_NOT_AVAILABLE) throw error;
  const message = "Too many concurrent token refresh requests on the same session or refresh token";
  return { error: new AuthError(409, "conflict", message) };
}
