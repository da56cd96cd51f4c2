import type { Queryable } from "../database/database.ts";
import { deleteOneTimeTokens } from "./one-time-tokens.ts";
import { mergeMetadata, type UserRow, updateUser } from "./users.ts";

/** Confirms the user's address and deletes all codes. */
export async function confirmEmail(tx: Queryable, user: UserRow, now: Date): Promise<UserRow> {
  await deleteOneTimeTokens(tx, user.id);
  await tx.query(
    `update auth.identities
     set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [user.id, now],
  );
  return updateUser(
    tx,
    user.id,
    {
      email_confirmed_at: now,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
    },
    now,
  );
}
