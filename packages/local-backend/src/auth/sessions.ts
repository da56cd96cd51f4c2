import { randomUUID } from "node:crypto";
import type { PreparedStatement, Queryable } from "../database/database.ts";
import { createRefreshToken } from "./codes.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { presentUser, type UserJson } from "./user-json.ts";
import { type UserRow, updateUser } from "./users.ts";

/** Sign-in methods, named as in the `amr` claim. */
export type AuthenticationMethod =
  | "password"
  | "otp"
  | "totp"
  | "passkey"
  | "anonymous"
  | "recovery"
  | "magiclink"
  | "invite"
  | "email/signup"
  | "email_change";

/** The columns of `auth.sessions` that this service reads. */
export interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  factor_id: string | null;
  aal: "aal1" | "aal2" | null;
  not_after: Date | null;
  /** Time of the last refresh. Null before the first refresh. */
  refreshedAt: Date | null;
}

export interface SessionJson {
  access_token: string;
  token_type: "bearer";
  /** Lifetime in seconds. */
  expires_in: number;
  /** End of the lifetime, in seconds since the epoch. */
  expires_at: number;
  refresh_token: string;
  user: UserJson;
}

export const SESSION_COLUMNS = `id, user_id, created_at, factor_id, aal, not_after,
  refreshed_at at time zone 'utc' as "refreshedAt"`;

/** The statements below are prepared, because every sign-in or every refresh runs them. */
const TOUCH_IDENTITIES: PreparedStatement = {
  name: "auth.touch_identities",
  text: "update auth.identities set last_sign_in_at = $2 where user_id = $1",
};

const INSERT_SESSION: PreparedStatement = {
  name: "auth.insert_session",
  text: `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5) returning ${SESSION_COLUMNS}`,
};

const RECORD_METHOD: PreparedStatement = {
  name: "auth.record_method",
  text: `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = $3`,
};

const INSERT_REFRESH_TOKEN: PreparedStatement = {
  name: "auth.insert_refresh_token",
  text: `insert into auth.refresh_tokens
       (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, $4, $5)`,
};

const FIND_METHODS: PreparedStatement = {
  name: "auth.find_methods",
  text: `select authentication_method as method, updated_at from auth.mfa_amr_claims
     where session_id = $1 order by updated_at desc, created_at desc`,
};

/** Returns the session and locks its row until the transaction ends. */
export async function lockSession(tx: Queryable, id: string): Promise<SessionRow | undefined> {
  const [session] = await tx.query<SessionRow>(
    `select ${SESSION_COLUMNS} from auth.sessions where id = $1 for update`,
    [id],
  );
  return session;
}

export async function signIn(
  auth: AuthContext,
  tx: AuthTransaction,
  signIn: { user: UserRow; method: AuthenticationMethod; isNewlyConfirmed?: boolean },
): Promise<SessionJson> {
  const now = auth.now();
  const updated = await updateUser(tx, signIn.user.id, { last_sign_in_at: now }, now);
  // As on hosted Supabase, the response to a sign-up contains null for `confirmed_at`.
  const user = signIn.isNewlyConfirmed ? { ...updated, confirmed_at: null } : updated;
  await tx.query(TOUCH_IDENTITIES, [user.id, now]);
  const [session] = await tx.query<SessionRow>(INSERT_SESSION, [
    randomUUID(),
    user.id,
    now,
    tx.caller.userAgent,
    tx.caller.address,
  ]);
  if (session === undefined) throw new Error("insert into auth.sessions returned no row");
  await recordMethod(tx, session.id, signIn.method, now);
  const refreshToken = await insertRefreshToken(tx, { session, parent: null, now });
  return presentSession(auth, tx, { user, session, refreshToken });
}

export async function recordMethod(
  tx: Queryable,
  sessionId: string,
  method: AuthenticationMethod,
  now: Date,
): Promise<void> {
  await tx.query(RECORD_METHOD, [randomUUID(), sessionId, now, method]);
}

export async function insertRefreshToken(
  tx: Queryable,
  token: { session: SessionRow; parent: string | null; now: Date },
): Promise<string> {
  const value = createRefreshToken();
  await tx.query(INSERT_REFRESH_TOKEN, [
    value,
    token.session.user_id,
    token.now,
    token.parent,
    token.session.id,
  ]);
  return value;
}

/** Returns the session as the API shows it, with a new access token. */
export async function presentSession(
  auth: AuthContext,
  tx: Queryable,
  parts: { user: UserRow; session: SessionRow; refreshToken: string },
): Promise<SessionJson> {
  const { user, session } = parts;
  const issuedAtSeconds = Math.floor(auth.now().getTime() / 1000);
  const expiresInSeconds = auth.config.jwt_expiry;
  const methods = await tx.query<{ method: string; updated_at: Date }>(FIND_METHODS, [session.id]);
  const accessToken = await auth.service.tokens.signUser({
    iss: `${auth.service.urls.api}/auth/v1`,
    sub: user.id,
    aud: user.aud,
    role: user.role,
    iat: issuedAtSeconds,
    exp: issuedAtSeconds + expiresInSeconds,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    aal: session.aal ?? "aal1",
    amr: methods.map(({ method, updated_at }) => ({
      method,
      timestamp: Math.floor(updated_at.getTime() / 1000),
    })),
  });
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: expiresInSeconds,
    expires_at: issuedAtSeconds + expiresInSeconds,
    refresh_token: parts.refreshToken,
    user: await presentUser(tx, user),
  };
}

export type LogoutScope = "global" | "local" | "others";

/**
 * Deletes the user's sessions: all of them, only `sessionId`, or all others. The database then
 * deletes their refresh tokens (`on delete cascade`).
 */
export async function endSessions(
  tx: Queryable,
  userId: string,
  scope: LogoutScope,
  sessionId: string | null,
): Promise<void> {
  const which = { global: "", local: "and id = $2", others: "and id is distinct from $2" }[scope];
  const values = scope === "global" ? [userId] : [userId, sessionId];
  await tx.query(`delete from auth.sessions where user_id = $1 ${which}`, values);
}
