import type { SignedIn } from "./authenticate.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError } from "./errors.ts";
import { notify } from "./notifications.ts";
import { insertRefreshToken, presentSession, recordMethod, type SessionJson } from "./sessions.ts";
import { findTotpStep } from "./totp.ts";

export const CHALLENGE_SECONDS = 300;

export interface FactorRow {
  id: string;
  status: "verified" | "unverified";
  factor_type: string;
  secret: string;
}

interface Attempt {
  signedIn: SignedIn;
  factor: FactorRow;
  challengeId: string | undefined;
  code: string;
}

export async function verifyFactor(
  auth: AuthContext,
  tx: AuthTransaction,
  attempt: Attempt,
): Promise<SessionJson> {
  const { factor, signedIn } = attempt;
  requireTotpVerification(auth);
  await checkChallenge(auth, tx, attempt);
  const now = auth.now();
  const step = findTotpStep(factor.secret, attempt.code, now.getTime());
  if (step === undefined || (await isStepUsed(tx, factor.id, step))) {
    throw new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  // GoTrue stores codes for phones in `otp_code`. Here, the column stores the time step of a TOTP
  // code, so that each code is accepted only once.
  await tx.query("update auth.mfa_challenges set verified_at = $2, otp_code = $3 where id = $1", [
    attempt.challengeId,
    now,
    String(step),
  ]);
  await tx.query(
    "update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'",
    [factor.id, now],
  );
  if (factor.status === "unverified") {
    const { factor_type: factorType } = factor;
    await notify(auth, tx, { kind: "mfa_factor_enrolled", user: signedIn.user, factorType });
  }
  await tx.record({
    action: "verification_attempted",
    actor: signedIn.user,
    traits: { factor_id: factor.id, challenge_id: attempt.challengeId },
  });
  return raise(auth, tx, signedIn, factor.id);
}

export function requireTotpVerification(auth: AuthContext): void {
  if (auth.config.mfa.totp.verify_enabled) return;
  const message = "MFA verification is disabled for TOTP";
  throw new AuthError(422, "mfa_totp_verify_not_enabled", message);
}

async function raise(
  auth: AuthContext,
  tx: AuthTransaction,
  { user, session }: SignedIn,
  factorId: string,
): Promise<SessionJson> {
  const now = auth.now();
  await tx.query(
    "update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1",
    [session.id, factorId, now],
  );
  await recordMethod(tx, session.id, "totp", now);
  // Delete the tokens: if they were only revoked, they would be accepted within the reuse interval.
  await tx.query("delete from auth.refresh_tokens where session_id = $1", [session.id]);
  await tx.query(
    "delete from auth.sessions where user_id = $1 and id <> $2 and aal is distinct from 'aal2'",
    [user.id, session.id],
  );
  await tx.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [
    user.id,
  ]);
  const raised = { ...session, aal: "aal2" as const, factor_id: factorId };
  const refreshToken = await insertRefreshToken(tx, { session: raised, parent: null, now });
  return presentSession(auth, tx, { user, session: raised, refreshToken });
}

async function checkChallenge(
  auth: AuthContext,
  tx: AuthTransaction,
  { factor, challengeId }: Attempt,
): Promise<void> {
  const [challenge] = await tx.query<{
    created_at: Date;
    verified_at: Date | null;
    ip_address: string;
  }>(
    `select created_at, verified_at, host(ip_address) as ip_address from auth.mfa_challenges
     where id = $1 and factor_id = $2 for update`,
    [challengeId, factor.id],
  );
  if (challenge === undefined) {
    throw new AuthError(
      422,
      "mfa_factor_not_found",
      "MFA factor with the provided challenge ID not found",
    );
  }
  if (challenge.verified_at !== null || challenge.ip_address !== tx.caller.address) {
    throw new AuthError(
      422,
      "mfa_ip_address_mismatch",
      "Challenge and verify IP addresses mismatch.",
    );
  }
  const ageSeconds = (auth.now().getTime() - challenge.created_at.getTime()) / 1000;
  if (ageSeconds > CHALLENGE_SECONDS) {
    throw new AuthError(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    );
  }
}

async function isStepUsed(tx: AuthTransaction, factorId: string, step: number): Promise<boolean> {
  const used = await tx.query(
    "select id from auth.mfa_challenges where factor_id = $1 and verified_at is not null and otp_code = $2",
    [factorId, String(step)],
  );
  return used.length > 0;
}
