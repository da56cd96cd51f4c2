import { createHash } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { deleteOneTimeTokens } from "./one-time-tokens.ts";
import { endSessions } from "./sessions.ts";
import { type UserRow, updateUser } from "./users.ts";

const PHONE_CHARACTERS = 15;

/** Keeps the row, because other rows may refer to its id. */
export async function softDeleteUser(tx: Queryable, user: UserRow, now: Date): Promise<void> {
  if (user.deleted_at !== null) return;
  await updateUser(
    tx,
    user.id,
    {
      email: user.email === null ? null : obscure(user.id, user.email),
      encrypted_password: null,
      // Hosted Supabase stores a hash even if the address or phone number is empty.
      email_change: obscure(user.id, user.email_change),
      phone: obscure(user.id, user.phone ?? "").slice(0, PHONE_CHARACTERS),
      phone_change: obscure(user.id, user.phone_change).slice(0, PHONE_CHARACTERS),
      raw_app_meta_data: {},
      raw_user_meta_data: {},
      deleted_at: now,
    },
    now,
  );
  await tx.query(
    `update auth.identities set identity_data = '{}', provider_id = $2 where user_id = $1`,
    [user.id, obscure(user.id, user.id)],
  );
  await tx.query("delete from auth.mfa_factors where user_id = $1", [user.id]);
  await tx.query("delete from auth.webauthn_credentials where user_id = $1", [user.id]);
  await deleteOneTimeTokens(tx, user.id);
  await endSessions(tx, user.id, "global", null);
}

function obscure(userId: string, value: string): string {
  return createHash("sha256")
    .update(userId + value)
    .digest("base64url");
}
