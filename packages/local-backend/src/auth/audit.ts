import { randomUUID } from "node:crypto";
import type { PreparedStatement, Queryable } from "../database/database.ts";
import { INSTANCE_ID, type UserRow } from "./users.ts";

type LogType = "account" | "team" | "token" | "user" | "factor" | "";

const LOG_TYPES = {
  login: "account",
  logout: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  user_modified: "user",
  user_recovery_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  user_updated_password: "user",
  // Hosted Supabase has no log type for this action.
  user_reauthenticate_requested: "",
  token_refreshed: "token",
  token_revoked: "token",
  factor_in_progress: "factor",
  factor_unenrolled: "factor",
  factor_deleted: "factor",
  factor_updated: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
} as const satisfies Record<string, LogType>;

export type Actor = Pick<UserRow, "id" | "email" | "phone" | "is_sso_user" | "raw_user_meta_data">;

export interface AuditEvent {
  action: keyof typeof LOG_TYPES;
  actor: Actor;
  traits?: Readonly<Record<string, unknown>>;
}

export const SERVICE_ROLE: Actor = {
  id: "00000000-0000-0000-0000-000000000000",
  email: "service_role",
  phone: null,
  is_sso_user: false,
  raw_user_meta_data: null,
};

export function describeSubject(user: Pick<UserRow, "id" | "email" | "phone">) {
  return { user_id: user.id, user_email: user.email ?? "", user_phone: user.phone ?? "" };
}

const INSERT_ENTRY: PreparedStatement = {
  name: "auth.insert_audit_entry",
  text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ($1, $2, $3, $4, $5)`,
};

/**
 * Call this in the transaction of the recorded action, so that both are committed together.
 * @see https://supabase.com/docs/guides/auth/audit-logs
 */
export async function writeAuditEntry(
  tx: Queryable,
  event: AuditEvent,
  circumstances: { address: string; now: Date },
): Promise<void> {
  const { action, actor, traits } = event;
  const name = actor.raw_user_meta_data?.full_name;
  const payload = {
    action,
    actor_id: actor.id,
    ...(name === undefined ? {} : { actor_name: name }),
    actor_username: actor.phone || (actor.email ?? ""),
    actor_via_sso: actor.is_sso_user,
    log_type: LOG_TYPES[action],
    ...(traits === undefined ? {} : { traits }),
  };
  await tx.query(INSERT_ENTRY, [
    INSTANCE_ID,
    randomUUID(),
    payload,
    circumstances.now,
    circumstances.address,
  ]);
}
