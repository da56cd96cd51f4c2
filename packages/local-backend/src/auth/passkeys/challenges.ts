import { randomBytes, randomUUID } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";

const CHALLENGE_SECONDS = 300;
const CHALLENGE_BYTES = 32;

type Purpose = { userId: string } | "authentication";

const describe = (purpose: Purpose) =>
  purpose === "authentication"
    ? { type: purpose, userId: null }
    : { type: "registration", userId: purpose.userId };

export async function createChallenge(auth: AuthContext, tx: Queryable, purpose: Purpose) {
  const now = auth.now();
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const id = randomUUID();
  const { type, userId } = describe(purpose);
  const oldest = new Date(now.getTime() - CHALLENGE_SECONDS * 1000);
  await tx.query("delete from auth.webauthn_challenges where expires_at < $1", [oldest]);
  await tx.query(
    `insert into auth.webauthn_challenges
       (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, type, { challenge }, now, expiresAt],
  );
  return { id, challenge, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Deletes the challenge. Commit before you check the credential; otherwise, a rejected credential
 * would roll back the deletion, and the challenge could be used again.
 */
export async function takeChallenge(
  auth: AuthContext,
  tx: Queryable,
  request: { id: string; purpose: Purpose },
): Promise<string | AuthError> {
  const { type, userId } = describe(request.purpose);
  const [found] = await tx.query<{ session_data: { challenge: string }; expires_at: Date }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data, expires_at`,
    [request.id, type, userId],
  );
  if (found === undefined) {
    return new AuthError(400, "webauthn_challenge_not_found", "WebAuthn challenge not found");
  }
  if (found.expires_at < auth.now()) {
    return new AuthError(400, "webauthn_challenge_expired", "WebAuthn challenge has expired");
  }
  return found.session_data.challenge;
}
