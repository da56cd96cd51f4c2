import type { PreparedStatement, Queryable } from "../database/database.ts";
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

type FactorRow = Omit<FactorJson, "friendly_name"> & { friendly_name: string | null };

const FACTORS = `select id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at,
    coalesce(phone, '') as phone
  from auth.mfa_factors where user_id = $1 order by created_at, id`;

export type UserJson = Record<string, unknown> & { id: string; factors?: FactorJson[] };

/**
 * Contrary to their types, times are strings, because PostgreSQL returns these rows as JSON.
 * `withDates` converts them.
 */
export interface Belongings {
  identities: IdentityRow[];
  factors: FactorRow[];
}

export const BELONGINGS = `
  array(select to_jsonb(i) from auth.identities as i where user_id = $1
    order by created_at, id) as identities,
  array(select to_jsonb(f) from (${FACTORS}) as f) as factors`;

const FIND_BELONGINGS: PreparedStatement = {
  name: "auth.find_belongings",
  text: `select ${BELONGINGS}`,
};

export async function presentUser(tx: Queryable, user: UserRow): Promise<UserJson> {
  const [found] = await tx.query<Belongings>(FIND_BELONGINGS, [user.id]);
  return presentUserWith(user, found ?? { identities: [], factors: [] });
}

export function presentUserWith(user: UserRow, { identities, factors }: Belongings): UserJson {
  return {
    ...describeUser(user),
    identities: identities.map((row) => presentIdentity(withDates(row))),
    ...(factors.length > 0 ? { factors: factors.map((row) => presentFactor(withDates(row))) } : {}),
  };
}

const TIMES = ["created_at", "updated_at", "last_sign_in_at", "last_challenged_at"];

function withDates<Row extends object>(row: Row): Row {
  const times = Object.entries(row).filter(([name, value]) => TIMES.includes(name) && value);
  return { ...row, ...Object.fromEntries(times.map(([name, value]) => [name, new Date(value)])) };
}

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

export async function listFactors(tx: Queryable, userId: string): Promise<FactorJson[]> {
  return (await tx.query<FactorRow>(FACTORS, [userId])).map(presentFactor);
}

function presentFactor({ friendly_name, ...row }: FactorRow): FactorJson {
  return { ...row, ...(friendly_name ? { friendly_name } : {}) };
}

function presentIdentity({ id, provider_id, identity_data, email, ...rest }: IdentityRow) {
  // The identity of a soft-deleted user has no data.
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
