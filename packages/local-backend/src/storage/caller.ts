import { isRoleAllowed } from "../database/allowed-roles.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { TokenClaims, Tokens } from "../keys/tokens.ts";
import { refuse } from "./errors.ts";

export interface Caller {
  role: string;
  claims: TokenClaims;
  ownerId: string | null;
}

/** Used after the permissions of the actual caller have been checked. */
export const SERVICE: Caller = {
  role: "service_role",
  claims: { role: "service_role" },
  ownerId: null,
};

export async function identifyCaller(
  { tokens, database }: { tokens: Tokens; database: Database },
  bearer: string | undefined,
): Promise<Caller> {
  if (bearer === undefined) {
    throw refuse.invalidInput("headers must have required property 'authorization'");
  }
  let claims: TokenClaims;
  try {
    claims = { role: "anon", ...(await tokens.read(bearer)) };
  } catch (error) {
    throw refuse.accessDenied(tokenProblem(error));
  }
  await requireRole(database, claims.role);
  return {
    role: claims.role,
    claims,
    ownerId: typeof claims.sub === "string" ? claims.sub : null,
  };
}

async function requireRole(database: Database, role: string): Promise<void> {
  if (await isRoleAllowed(database, role)) return;
  const found = await database.query("select from pg_roles where rolname = $1", [role]);
  if (found.length === 0) throw refuse.unknownRole();
  throw refuse.accessDenied(`permission denied to set role "${role}"`);
}

/** Returns the message of the JWT library, which hosted Supabase uses, too. */
export function tokenProblem(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

export function asCaller<T>(
  database: Database,
  caller: Caller,
  operation: string,
  run: (tx: Queryable) => Promise<T>,
  options: { rollback?: boolean; isDeleting?: boolean } = {},
): Promise<T> {
  return database.transaction(run, {
    role: caller.role,
    settings: {
      "request.jwt.claims": JSON.stringify(caller.claims),
      "request.jwt.claim.role": caller.role,
      "request.jwt.claim.sub": caller.ownerId ?? "",
      "storage.operation": operation,
      ...(options.isDeleting && { "storage.allow_delete_query": "true" }),
    },
    rollback: options.rollback ?? false,
  });
}
