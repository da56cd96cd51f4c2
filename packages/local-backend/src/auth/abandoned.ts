import type { Queryable } from "../database/database.ts";

/**
 * Rows older than this are deleted. GoTrue also keeps flow states and challenges for a day, longer
 * than they are valid, so that a late request gets the error for an expired code or challenge
 * instead of the error for an unknown one.
 */
const AGE_MILLISECONDS = 24 * 60 * 60 * 1000;
const BATCH = 100;

/**
 * Deletes a batch of old rows, which remain when users abandon a sign-in. Call this function before
 * each insert, so that old rows cannot accumulate.
 */
export async function deleteAbandoned(
  tx: Queryable,
  table: "flow_state" | "mfa_challenges",
  now: Date,
): Promise<void> {
  await tx.query(
    `delete from auth.${table} where id in (
       select id from auth.${table} where created_at < $1 limit $2 for update skip locked
     )`,
    [new Date(now.getTime() - AGE_MILLISECONDS), BATCH],
  );
}
