import type { Queryable } from "../database/database.ts";

/** As in GoTrue: a call that comes late still gets the error that its row has expired. */
const AGE_MILLISECONDS = 24 * 60 * 60 * 1000;
const BATCH = 100;

/**
 * Deletes a batch of old rows, because users may abandon a sign-in. Call this function before each
 * insert: then more rows are deleted than are added.
 */
export async function deleteAbandoned(
  tx: Queryable,
  table: "flow_state" | "mfa_challenges",
  now: Date,
): Promise<void> {
  // A row that another call is using is skipped.
  await tx.query(
    `delete from auth.${table} where id in (
       select id from auth.${table} where created_at < $1 limit $2 for update skip locked
     )`,
    [new Date(now.getTime() - AGE_MILLISECONDS), BATCH],
  );
}
