import type { Queryable } from "../database/database.ts";

/**
 * Age at which a row is deleted. Rows expire much earlier, but are kept so that a late request gets
 * the error for an expired code, as on hosted Supabase.
 */
const AGE_MILLISECONDS = 24 * 60 * 60 * 1000;
const BATCH = 100;

/** Call this before each insert. Otherwise, rows of abandoned sign-ins would accumulate. */
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
