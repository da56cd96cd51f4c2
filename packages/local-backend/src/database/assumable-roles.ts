import type { Queryable } from "./database.ts";

/** The API's own, which need no look-up. */
const USUAL = new Set(["anon", "authenticated", "service_role"]);

/**
 * Whether a token may name this role. As for PostgREST: whatever `authenticator` may become, so that
 * a project's own roles act in every service alike.
 */
export async function isAssumable(database: Queryable, role: string): Promise<boolean> {
  if (USUAL.has(role)) return true;
  const rows = await database.query(
    "select from pg_roles where rolname = $1 and pg_has_role('authenticator', oid, 'set')",
    [role],
  );
  return rows.length > 0;
}
