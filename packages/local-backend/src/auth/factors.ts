import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import type { TokenClaims } from "../keys/tokens.ts";
import { deleteAbandoned } from "./abandoned.ts";
import { requireClaims, requireSignedIn, type SignedIn } from "./authenticate.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import {
  CHALLENGE_SECONDS,
  type FactorRow,
  requireTotpVerification,
  verifyFactor,
} from "./factor-verify.ts";
import { notify } from "./notifications.ts";
import { readBody, requireUuid, textField } from "./requests.ts";
import { createTotpSecret, describeTotp } from "./totp.ts";
import { listFactors } from "./user-json.ts";

const ABANDONED_SECONDS = 300;

const enrollBody = z.object({
  factor_type: textField,
  friendly_name: textField,
  issuer: textField,
});
const verifyBody = z.object({
  challenge_id: z.guid("it is not a UUID").nullish(),
  code: textField,
});

export function createFactorRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .post("/factors", async (c) => {
      const claims = await requireClaims(auth, c);
      const body = await readBody(c, enrollBody);
      const factor = await auth.transaction(c, async (tx) => {
        const signedIn = await requirePermanent(auth, tx, claims);
        return enroll(auth, tx, signedIn, body);
      });
      return c.json(factor);
    })
    .post("/factors/:id/challenge", auth.limits.limit("challenge"), async (c) => {
      const claims = await requireClaims(auth, c);
      const challenge = await auth.transaction(c, async (tx) => {
        const { user } = await requirePermanent(auth, tx, claims);
        const factor = await requireFactor(tx, user.id, c.req.param("id"));
        requireTotpVerification(auth);
        const now = auth.now();
        const id = randomUUID();
        await deleteAbandoned(tx, "mfa_challenges", now);
        await tx.query(
          "insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)",
          [id, factor.id, now, tx.caller.address],
        );
        await tx.query("update auth.mfa_factors set last_challenged_at = $2 where id = $1", [
          factor.id,
          now,
        ]);
        const traits = { factor_id: factor.id, factor_status: factor.status };
        await tx.record({ action: "challenge_created", actor: user, traits });
        const expiresAt = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS;
        return { id, type: factor.factor_type, expires_at: expiresAt };
      });
      return c.json(challenge);
    })
    .post("/factors/:id/verify", auth.limits.limit("factor"), async (c) => {
      const claims = await requireClaims(auth, c);
      const session = await auth.transaction(c, async (tx) => {
        const signedIn = await requirePermanent(auth, tx, claims);
        const factor = await requireFactor(tx, signedIn.user.id, c.req.param("id"));
        const body = await readBody(c, verifyBody);
        const code = body.code?.trim() ?? "";
        if (code === "") throw invalid("Code needs to be non-empty");
        const challengeId = body.challenge_id ?? undefined;
        return verifyFactor(auth, tx, { signedIn, factor, challengeId, code });
      });
      return c.json(session);
    })
    .delete("/factors/:id", async (c) => {
      const claims = await requireClaims(auth, c);
      const id = await auth.transaction(c, async (tx) => {
        const { user, session } = await requirePermanent(auth, tx, claims);
        const factor = await requireFactor(tx, user.id, c.req.param("id"));
        if (factor.status === "verified" && session.aal !== "aal2") {
          throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
        }
        await deleteFactor(tx, factor.id);
        const traits = {
          factor_id: factor.id,
          factor_status: factor.status,
          session_id: session.id,
        };
        await tx.record({ action: "factor_unenrolled", actor: user, traits });
        const { factor_type: factorType } = factor;
        await notify(auth, tx, { kind: "mfa_factor_unenrolled", user, factorType });
        return factor.id;
      });
      return c.json({ id });
    });
}

async function requirePermanent(auth: AuthContext, tx: AuthTransaction, claims: TokenClaims) {
  const signedIn = await requireSignedIn(auth, tx, claims);
  if (signedIn.user.is_anonymous) {
    throw new AuthError(
      403,
      "no_authorization",
      "Anonymous user not allowed to perform these actions",
    );
  }
  return signedIn;
}

async function enroll(
  auth: AuthContext,
  tx: AuthTransaction,
  { user, session }: SignedIn,
  body: z.output<typeof enrollBody>,
) {
  const { mfa, site_url } = auth.config;
  if (body.factor_type === "phone" || body.factor_type === "webauthn") {
    const name = body.factor_type === "phone" ? "Phone" : "WebAuthn";
    const code = `mfa_${body.factor_type}_enroll_not_enabled`;
    throw new AuthError(422, code, `MFA enroll is disabled for ${name}`);
  }
  if (body.factor_type !== "totp")
    throw invalid("factor_type needs to be totp, phone, or webauthn");
  if (!mfa.totp.enroll_enabled) {
    throw new AuthError(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
  }
  // The lock prevents concurrent enrollments from exceeding the limit.
  await tx.query("select id from auth.users where id = $1 for update", [user.id]);
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2
       and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
    [user.id, new Date(auth.now().getTime() - ABANDONED_SECONDS * 1000)],
  );
  const name = body.friendly_name ?? "";
  const factors = await listFactors(tx, user.id);
  if (factors.some((factor) => (factor.friendly_name ?? "") === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (factors.length >= mfa.max_enrolled_factors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (session.aal !== "aal2" && factors.some(({ status }) => status === "verified")) {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  const secret = createTotpSecret();
  const id = randomUUID();
  await tx.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, $3, 'totp', 'unverified', $4, $4, $5)`,
    [id, user.id, name, auth.now(), secret],
  );
  await tx.record({ action: "factor_in_progress", actor: user, traits: { factor_id: id } });
  const issuer = body.issuer ?? new URL(site_url).host;
  const { uri, qrCode } = describeTotp({ secret, issuer, label: user.email ?? user.id });
  return { id, type: "totp", friendly_name: name, totp: { qr_code: qrCode, secret, uri } };
}

async function requireFactor(
  tx: AuthTransaction,
  userId: string,
  id: string | undefined,
): Promise<FactorRow> {
  const [factor] = await tx.query<FactorRow>(
    `select id, status, factor_type, secret from auth.mfa_factors
     where id = $1 and user_id = $2 for update`,
    [requireUuid(id, "factor_id"), userId],
  );
  if (factor === undefined) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

export async function deleteFactor(tx: AuthTransaction, factorId: string): Promise<void> {
  const lowered = await tx.query<{ id: string }>(
    "update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id",
    [factorId],
  );
  await tx.query(
    `delete from auth.mfa_amr_claims
     where session_id = any ($1::uuid[]) and authentication_method = 'totp'`,
    [lowered.map(({ id }) => id)],
  );
  await tx.query("delete from auth.mfa_factors where id = $1", [factorId]);
}
