import type { Queryable } from "../database/database.ts";
import { AuthError } from "./errors.ts";
import { deleteOneTimeTokens } from "./one-time-tokens.ts";
import { insertEmailIdentity, isUniqueViolation, type UserRow, updateUser } from "./users.ts";

export async function changeEmail(tx: Queryable, user: UserRow, now: Date): Promise<UserRow> {
  const email = user.email_change;
  const data = { sub: user.id, email, email_verified: true, phone_verified: false };
  await deleteOneTimeTokens(tx, user.id);
  const updated = await tx.query(
    `update auth.identities set identity_data = identity_data || $2, updated_at = $3
     where user_id = $1 and provider = 'email' returning id`,
    [user.id, data, now],
  );
  if (updated.length === 0) await insertEmailIdentity(tx, { userId: user.id, data, now });
  const changed = await updateUser(
    tx,
    user.id,
    {
      email,
      email_change: "",
      email_change_confirm_status: 0,
      is_anonymous: false,
      email_confirmed_at: user.email_confirmed_at ?? now,
      raw_user_meta_data: { ...user.raw_user_meta_data, email_verified: true },
    },
    now,
  ).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  });
  return changed;
}

export function emailExists(): AuthError {
  const message = "A user with this email address has already been registered";
  return new AuthError(422, "email_exists", message);
}
