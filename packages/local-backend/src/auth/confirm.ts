import type { Queryable } from "../database/database.ts";
import { deleteOneTimeTokens } from "./one-time-tokens.ts";
import { mergeMetadata, type UserRow, updateUser } from "./users.ts";

export async function confirmEmail(tx: Queryable, user: UserRow, now: Date): Promise<UserRow> {
  await verifyIdentity(tx, user.id, now);
  return confirmUser(tx, user, now);
}

async function verifyIdentity(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    `update auth.identities
     set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [userId, now],
  );
}

/**
 * Like hosted Supabase when an administrator or a recovery code confirms the address, does not mark
 * the identity as verified.
 */
export async function confirmUser(tx: Queryable, user: UserRow, now: Date): Promise<UserRow> {
  await deleteOneTimeTokens(tx, user.id);
  return updateUser(
    tx,
    user.id,
    {
      email_confirmed_at: now,
      ...(user.invited_at === null ? {} : { confirmation_sent_at: null }),
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
    },
    now,
  );
}
