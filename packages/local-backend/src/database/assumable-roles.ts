import type { Queryable } from "./database.ts";

/** Roles of the API. `authenticator` may always set them, so they need no query. */
const USUAL = new Set(["anon", "authenticated", "service_role"]);

/**
 * Returns whether a token may use the role. As in PostgREST, a token may use all roles that
 * `authenticator` may set. A project's own roles therefore work in every service.
 */
export async function isAssumable(database: Queryable, role: string): Promise<boolean> {
  if (USUAL.has(role)) return true;
  const rows = await database.query(
    "select from pg_roles where rolname = $1 and pg_has_role('authenticator', oid, 'set')",
    [role],
  );
  return rows.length > 0;
}
