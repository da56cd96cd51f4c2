import { randomUUID } from "node:crypto";
import type { PreparedStatement, Queryable } from "../database/database.ts";
import { createRefreshToken } from "./codes.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { type Belongings, presentUser, presentUserWith, type UserJson } from "./user-json.ts";
import type { UserRow } from "./users.ts";

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

export interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  factor_id: string | null;
  aal: "aal1" | "aal2" | null;
  not_after: Date | null;
  refreshedAt: Date | null;
}

export interface SessionJson {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserJson;
}

export const SESSION_COLUMNS = `id, user_id, created_at, factor_id, aal, not_after,
  refreshed_at at time zone 'utc' as "refreshedAt"`;

const START_SESSION: PreparedStatement = {
  name: "auth.start_session",
  text: `with identities as (
       update auth.identities set last_sign_in_at = $2 where user_id = $1
     ), session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       values ($3, $1, $2, $2, 'aal1', $4, $5)
     ), method as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values ($6, $3, $2, $2, $7)
     ), token as (
       insert into auth.refresh_tokens
         (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
       values ('00000000-0000-0000-0000-000000000000', $8, $1::uuid::text, false, $2, $2, $3)
     )
     update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1 returning *`,
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

export async function signIn(
  auth: AuthContext,
  tx: AuthTransaction,
  signIn: { user: UserRow; method: AuthenticationMethod; isNewlyConfirmed?: boolean },
): Promise<SessionJson> {
  const now = auth.now();
  const sessionId = randomUUID();
  const refreshToken = createRefreshToken();
  const [updated] = await tx.query<UserRow>(START_SESSION, [
    signIn.user.id,
    now,
    sessionId,
    tx.caller.userAgent,
    tx.caller.address,
    randomUUID(),
    signIn.method,
    refreshToken,
  ]);
  if (updated === undefined) throw new Error("update of auth.users found no row");
  // Hosted Supabase returns null for `confirmed_at` after a sign-up.
  const user = signIn.isNewlyConfirmed ? { ...updated, confirmed_at: null } : updated;
  const session = { id: sessionId, aal: "aal1" } as const;
  const methods = [{ method: signIn.method, updated_at: now }];
  return presentSession(auth, tx, { user, session, methods, refreshToken });
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

interface RecordedMethod {
  method: string;
  updated_at: Date;
}

interface SessionParts {
  user: UserRow;
  session: Pick<SessionRow, "id" | "aal">;
  refreshToken: string;
  belongings?: Belongings;
  methods?: RecordedMethod[];
}

export async function presentSession(
  auth: AuthContext,
  tx: Queryable,
  parts: SessionParts,
): Promise<SessionJson> {
  const { user, session, belongings } = parts;
  const issuedAtSeconds = Math.floor(auth.now().getTime() / 1000);
  const expiresInSeconds = auth.config.jwt_expiry;
  const methods = parts.methods ?? (await tx.query<RecordedMethod>(FIND_METHODS, [session.id]));
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
    user: belongings ? presentUserWith(user, belongings) : await presentUser(tx, user),
  };
}

export type LogoutScope = "global" | "local" | "others";

/** Refresh tokens are deleted with their session (`on delete cascade`). */
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
