import type { Queryable } from "../database/database.ts";
import type { Metadata, UserRow } from "./users.ts";

interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  email: string | null;
}

/** Without the secret. */
export interface FactorJson {
  id: string;
  friendly_name?: string;
  phone: string;
  factor_type: string;
  status: "verified" | "unverified";
  created_at: Date;
  updated_at: Date;
  last_challenged_at: Date | null;
}

/** Without hashes and codes. */
export type UserJson = Record<string, unknown> & { id: string; factors?: FactorJson[] };

export async function presentUser(tx: Queryable, user: UserRow): Promise<UserJson> {
  const identities = await tx.query<IdentityRow>(
    "select * from auth.identities where user_id = $1 order by created_at, id",
    [user.id],
  );
  const factors = await listFactors(tx, user.id);
  return {
    ...describeUser(user),
    identities: identities.map(presentIdentity),
    ...(factors.length > 0 ? { factors } : {}),
  };
}

/** As in lists, without identities and factors. */
export function presentListedUser(user: UserRow): UserJson {
  return { ...describeUser(user), identities: null };
}

function describeUser(user: UserRow): UserJson {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    phone: user.phone ?? "",
    ...withoutNulls({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change === "" ? null : user.email_change,
      new_phone: user.phone_change === "" ? null : user.phone_change,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

/** Oldest first. */
export async function listFactors(tx: Queryable, userId: string): Promise<FactorJson[]> {
  const rows = await tx.query<FactorJson>(
    `select id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at,
       coalesce(phone, '') as phone
     from auth.mfa_factors where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows.map(({ friendly_name, ...row }) => ({
    ...row,
    ...(friendly_name ? { friendly_name } : {}),
  }));
}

function presentIdentity({ id, provider_id, identity_data, email, ...rest }: IdentityRow) {
  // A deleted user's identity has no data.
  const hasData = Object.keys(identity_data).length > 0;
  return {
    identity_id: id,
    id: provider_id,
    ...rest,
    ...(hasData ? { identity_data } : {}),
    ...(email === null ? {} : { email }),
  };
}

function withoutNulls(fields: object): Metadata {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
