import { randomUUID } from "node:crypto";
import type { PreparedStatement, Queryable } from "../database/database.ts";
import { AuthError } from "./errors.ts";

/** GoTrue finds only users with this instance ID. */
export const INSTANCE_ID = "00000000-0000-0000-0000-000000000000";
export const AUDIENCE = "authenticated";

export type Metadata = Record<string, unknown>;

export interface UserRow {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Date;
  updated_at: Date;
  phone: string | null;
  phone_change: string;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  is_sso_user: boolean;
}

export type UserChanges = Partial<Omit<UserRow, "id" | "confirmed_at" | "updated_at">>;

/** Also finds soft-deleted users. */
export async function findUserById(tx: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.query<UserRow>(
    "select * from auth.users where instance_id = $1 and id = $2",
    [INSTANCE_ID, id],
  );
  return user;
}

const LOCK_USER: PreparedStatement = {
  name: "auth.lock_user",
  text: "select * from auth.users where instance_id = $1 and id = $2 for update",
};

export async function lockUser(tx: Queryable, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.query<UserRow>(LOCK_USER, [INSTANCE_ID, id]);
  return user;
}

/** @param email in lower case */
export async function findUserByEmail(tx: Queryable, email: string): Promise<UserRow | undefined> {
  const [user] = await tx.query<UserRow>(
    `select * from auth.users
     where instance_id = $1 and lower(email) = $2 and aud = $3 and not is_sso_user`,
    [INSTANCE_ID, email, AUDIENCE],
  );
  return user;
}

interface NewUser {
  email: string | null;
  encryptedPassword: string | null;
  userMetadata: Metadata | null;
  appMetadata?: Metadata;
  role?: string;
  isAnonymous?: boolean;
  /**
   * If true, the user's metadata also contains the identity's claims, and the identity's data
   * contains the user's metadata, as on hosted Supabase.
   */
  isSignUp?: boolean;
  id?: string;
  now: Date;
}

/**
 * @param failure error message if the insert fails, usually because of one of the project's
 * triggers
 */
export async function insertUser(
  tx: Queryable,
  user: NewUser,
  failure = "Database error saving new user",
): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  const byEmail = user.email !== null;
  const claims = { sub: id, email: user.email, email_verified: false, phone_verified: false };
  const identity = user.isSignUp ? { ...user.userMetadata, ...claims } : claims;
  const appMetadata = {
    ...(byEmail ? { provider: "email", providers: ["email"] } : {}),
    ...user.appMetadata,
  };
  const [row] = await tx
    .query<UserRow>(
      `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
       email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data,
       created_at, updated_at, is_anonymous
     ) values ($1, $2, $3, $4, $5, $6, '', '', '', '', $7, $8, $9, $9, $10) returning *`,
      [
        INSTANCE_ID,
        id,
        AUDIENCE,
        user.role ?? AUDIENCE,
        user.email,
        user.encryptedPassword,
        appMetadata,
        user.isSignUp ? identity : user.userMetadata,
        user.now,
        user.isAnonymous ?? false,
      ],
    )
    .catch((cause: unknown) => {
      if (isUniqueViolation(cause)) throw cause;
      throw new AuthError(500, "unexpected_failure", failure, {}, { cause });
    });
  if (row === undefined) throw new Error("insert into auth.users returned no row");
  if (byEmail) await insertEmailIdentity(tx, { userId: id, data: identity, now: user.now });
  return row;
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

export async function insertEmailIdentity(
  tx: Queryable,
  identity: { userId: string; data: Metadata; now: Date },
): Promise<void> {
  await tx.query(
    `insert into auth.identities (
       provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
     ) values ($1::uuid::text, $1::uuid, $2, 'email', $3, $3, $3)`,
    [identity.userId, identity.data, identity.now],
  );
}

export async function updateUser(
  tx: Queryable,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<UserRow> {
  const entries = Object.entries({ ...changes, updated_at: now });
  // The column names are keys of `UserChanges` and never come from a request.
  const assignments = entries.map(([column], index) => `${column} = $${index + 2}`).join(", ");
  const [row] = await tx.query<UserRow>(
    `update auth.users set ${assignments} where id = $1 returning *`,
    [id, ...entries.map(([, value]) => value)],
  );
  if (row === undefined) throw new Error("update of auth.users found no row");
  return row;
}

/** As on hosted Supabase, null deletes a key. */
export function mergeMetadata(current: Metadata | null, changes: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(
      ([key, value]) => !(key in changes && value === null),
    ),
  );
}

export const NO_CODES_SENT: UserChanges = {
  confirmation_sent_at: null,
  recovery_sent_at: null,
  reauthentication_sent_at: null,
  email_change_sent_at: null,
};

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}
