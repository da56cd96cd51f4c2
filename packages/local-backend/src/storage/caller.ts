import { isAssumable } from "../database/assumable-roles.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { TokenClaims, Tokens } from "../keys/tokens.ts";
import { refuse } from "./errors.ts";

export interface Caller {
  role: string;
  claims: TokenClaims;
  /** The user's id, which becomes the owner of uploads. */
  ownerId: string | null;
}

/** The service itself, which completes a change after the permission check. */
export const SERVICE: Caller = {
  role: "service_role",
  claims: { role: "service_role" },
  ownerId: null,
};

/** @throws StorageError `AccessDenied` (403) without a valid token */
export async function identifyCaller(
  { tokens, database }: { tokens: Tokens; database: Database },
  bearer: string | undefined,
): Promise<Caller> {
  if (bearer === undefined) throw refuse.accessDenied("headers must have an authorization");
  let claims: TokenClaims;
  try {
    claims = await tokens.verify(bearer);
  } catch (error) {
    const isExpired = (error as { code?: unknown }).code === "expired";
    throw refuse.accessDenied(
      isExpired ? '"exp" claim timestamp check failed' : "Invalid Compact JWS",
    );
  }
  if (!(await isAssumable(database, claims.role))) {
    throw refuse.accessDenied(`role "${claims.role}" cannot be assumed`);
  }
  return {
    role: claims.role,
    claims,
    ownerId: typeof claims.sub === "string" ? claims.sub : null,
  };
}

/** A transaction under the caller's role and claims, with `storage.operation()` set. */
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
