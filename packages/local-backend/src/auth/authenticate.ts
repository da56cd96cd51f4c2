import type { Context } from "hono";
import type { Queryable } from "../database/database.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import type { TokenClaims } from "../keys/tokens.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { isUuid } from "./requests.ts";
import type { SessionRow } from "./sessions.ts";
import { findSignedIn } from "./signed-in.ts";
import type { Belongings } from "./user-json.ts";
import { isBanned, type UserRow } from "./users.ts";

/**
 * The backend issues no `supabase_admin` tokens, but a project can sign them with its JWT secret.
 */
const ADMIN_ROLES: readonly string[] = ["service_role", "supabase_admin"];

export interface SignedIn {
  user: UserRow;
  session: SessionRow;
  belongings: Belongings;
}

export async function requireClaims(
  auth: AuthContext,
  c: Context<ServiceEnv>,
): Promise<TokenClaims> {
  const bearer = c.get("bearer");
  if (bearer === undefined) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await auth.service.tokens.verify(bearer).catch((error: unknown) => {
    const cause = describeTokenFault(bearer, error);
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${cause}`);
  });
  const audience = c.req.header("x-jwt-aud");
  if (audience !== undefined && audience !== "" && audience !== claims.aud) {
    throw invalid("Token audience doesn't match request audience");
  }
  return claims;
}

function describeTokenFault(bearer: string, error: unknown): string {
  const parts = bearer.split(".");
  if (parts.length !== 3) {
    return "token is malformed: token contains an invalid number of segments";
  }
  if (error instanceof Error && "code" in error && error.code === "expired") {
    return "token has invalid claims: token is expired";
  }
  const algorithm = readAlgorithm(parts[0]);
  if (algorithm === undefined) return "token is malformed: could not JSON decode header";
  const fault =
    algorithm === "none"
      ? "signing method none is invalid"
      : algorithm === "ES256"
        ? "crypto/ecdsa: verification error"
        : "signature is invalid";
  return `token signature is invalid: ${fault}`;
}

function readAlgorithm(header = ""): string | undefined {
  try {
    const { alg } = JSON.parse(Buffer.from(header, "base64url").toString()) as { alg?: unknown };
    return String(alg);
  } catch {
    return undefined;
  }
}

/** Throws if the session was deleted, even if the token is still valid. */
export async function requireSignedIn(
  auth: AuthContext,
  tx: Queryable,
  claims: TokenClaims,
): Promise<SignedIn> {
  if (!claims.sub) throw badJwt("invalid claim: missing sub claim");
  // The project can sign tokens with any claims.
  if (!isUuid(claims.sub)) {
    throw new AuthError(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
  }
  const sessionId = isUuid(claims.session_id) ? claims.session_id : undefined;
  const found = await findSignedIn(tx, { userId: claims.sub, sessionId });
  if (found === undefined) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  if (!claims.session_id) throw badJwt("invalid claim: missing session_id claim");
  if (sessionId === undefined) throw badJwt("invalid claim: session_id claim must be a UUID");
  const { user, session, belongings } = found;
  if (session === undefined || session.user_id !== user.id || user.deleted_at !== null) {
    throw new AuthError(
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    );
  }
  if (isBanned(user, auth.now())) throw new AuthError(403, "user_banned", "User is banned");
  return { user, session, belongings };
}

export async function requireAdmin(auth: AuthContext, c: Context<ServiceEnv>): Promise<void> {
  const claims = await requireClaims(auth, c);
  if (!ADMIN_ROLES.includes(claims.role)) throw new AuthError(403, "not_admin", "User not allowed");
}

function badJwt(message: string): AuthError {
  return new AuthError(403, "bad_jwt", message);
}
