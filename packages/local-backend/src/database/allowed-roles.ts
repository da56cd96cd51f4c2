import type { Queryable } from "./database.ts";

const USUAL = new Set(["anon", "authenticated", "service_role"]);

/** As in PostgREST, a token may use every role that `authenticator` can set. */
export async function isRoleAllowed(database: Queryable, role: string): Promise<boolean> {
  if (USUAL.has(role)) return true;
  const rows = await database.query(
    "select from pg_roles where rolname = $1 and pg_has_role('authenticator', oid, 'set')",
    [role],
  );
  return rows.length > 0;
}
