import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ServiceEnv } from "../../gateway/service.ts";
import { requireUser } from "../admin-users.ts";
import { requireClaims, requireSignedIn, type SignedIn } from "../authenticate.ts";
import type { AuthContext, AuthTransaction } from "../context.ts";
import { AuthError, invalid } from "../errors.ts";
import { readBody, readOptionalBody, requireUuid, textField } from "../requests.ts";
import { signIn } from "../sessions.ts";
import { listFactors } from "../user-json.ts";
import { findUserById, isBanned, isUniqueViolation, type UserRow } from "../users.ts";
import {
  ALGORITHMS,
  type NewCredential,
  readAssertion,
  TIMEOUT_MS,
  verifyAssertion,
  verifyNewCredential,
} from "./ceremonies.ts";
import { createChallenge, takeChallenge } from "./challenges.ts";
import {
  deletePasskey,
  findByCredential,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  presentPasskey,
  requirePasskey,
} from "./rows.ts";

const MAX_PASSKEYS = 10;
const MAX_NAME_BYTES = 120;
/** Name of every new passkey. Hosted Supabase uses it only for unknown authenticators. */
const DEFAULT_NAME = "Passkey";

const credentialBody = z.object({ challenge_id: textField, credential: z.unknown().optional() });
const renameBody = z.object({ friendly_name: textField });

export function createPasskeyRoutes(auth: AuthContext): Hono<ServiceEnv> {
  const limit = auth.limits.limit("passkey");
  const party = auth.config.webauthn;
  return new Hono<ServiceEnv>()
    .use("/passkeys/*", requireEnabled(auth))
    .post("/passkeys/registration/options", limit, async (c) => {
      const claims = await requireClaims(auth, c);
      const options = await auth.transaction(c, async (tx) => {
        const user = await requireOwner(tx, await requireSignedIn(auth, tx, claims));
        const passkeys = await listPasskeys(tx, user.id);
        checkCount(passkeys);
        const { id, challenge, expiresAt } = await createChallenge(auth, tx, { userId: user.id });
        const creation = describeCreation(auth, user, { passkeys, challenge });
        return { challenge_id: id, options: creation, expires_at: expiresAt };
      });
      return c.json(options);
    })
    .post("/passkeys/registration/verify", limit, async (c) => {
      const claims = await requireClaims(auth, c);
      const { id, credential } = await readCredential(c);
      const { user, challenge } = await auth.transaction(c, async (tx) => {
        const owner = await requireOwner(tx, await requireSignedIn(auth, tx, claims));
        const purpose = { userId: owner.id };
        return { user: owner, challenge: await takeChallenge(auth, tx, { id, purpose }) };
      });
      if (challenge instanceof AuthError) throw challenge;
      const verified = await verifyNewCredential(credential, party, challenge);
      const passkey = await auth.transaction(c, (tx) => storePasskey(auth, tx, { user, verified }));
      return c.json(presentPasskey(passkey));
    })
    .post("/passkeys/authentication/options", limit, async (c) => {
      await readOptionalBody(c, z.object({}));
      const started = await auth.transaction(c, (tx) =>
        createChallenge(auth, tx, "authentication"),
      );
      return c.json({
        challenge_id: started.id,
        options: {
          challenge: started.challenge,
          timeout: TIMEOUT_MS,
          rpId: party.rp_id,
          userVerification: "preferred",
        },
        expires_at: started.expiresAt,
      });
    })
    .post("/passkeys/authentication/verify", limit, async (c) => {
      c.header("cache-control", "no-store");
      const { id, credential } = await readCredential(c);
      const challenge = await auth.transaction(c, (tx) =>
        takeChallenge(auth, tx, { id, purpose: "authentication" }),
      );
      if (challenge instanceof AuthError) throw challenge;
      const { credentialId, userId } = readAssertion(credential);
      const session = await auth.transaction(c, async (tx) => {
        const passkey = await findByCredential(tx, userId, credentialId);
        const info = await verifyAssertion(credential, passkey, { party, challenge });
        const user = await requireAdmitted(auth, tx, userId);
        await tx.query(
          `update auth.webauthn_credentials
           set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4 where id = $1`,
          [passkey?.id, info.newCounter, info.credentialBackedUp, auth.now()],
        );
        await tx.record({ action: "login", actor: user, traits: { provider: "passkey" } });
        return signIn(auth, tx, { user, method: "passkey" });
      });
      return c.json(session);
    })
    .get("/passkeys", async (c) => {
      const claims = await requireClaims(auth, c);
      const passkeys = await auth.transaction(c, async (tx) => {
        const { user } = await requireSignedIn(auth, tx, claims);
        return listPasskeys(tx, user.id);
      });
      return c.json(passkeys.map(presentPasskey));
    })
    .patch("/passkeys/:id", async (c) => {
      const claims = await requireClaims(auth, c);
      const id = requireUuid(c.req.param("id"), "passkey_id");
      const { friendly_name: name = "" } = await readBody(c, renameBody);
      if (name === "" || Buffer.byteLength(name) > MAX_NAME_BYTES) {
        throw invalid(`friendly_name must have between 1 and ${MAX_NAME_BYTES} bytes`);
      }
      const passkey = await auth.transaction(c, async (tx) => {
        const { user } = await requireSignedIn(auth, tx, claims);
        await requirePasskey(tx, user.id, id);
        await tx.query(
          "update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1",
          [id, name, auth.now()],
        );
        return requirePasskey(tx, user.id, id);
      });
      return c.json(presentPasskey(passkey));
    })
    .delete("/passkeys/:id", async (c) => {
      const claims = await requireClaims(auth, c);
      const id = requireUuid(c.req.param("id"), "passkey_id");
      await auth.transaction(c, async (tx) => {
        const signedIn = await requireSignedIn(auth, tx, claims);
        await requireRaised(tx, signedIn);
        await deletePasskey(tx, signedIn.user.id, id);
      });
      return c.body(null, 204);
    });
}

/** Mount after `createAdminUserRoutes`, which checks that the caller is an administrator. */
export function createAdminPasskeyRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .use("/admin/users/:id/passkeys/*", requireEnabled(auth))
    .get("/admin/users/:id/passkeys", async (c) => {
      const userId = requireUuid(c.req.param("id"), "user_id");
      const passkeys = await auth.transaction(c, async (tx) => {
        await requireUser(tx, userId);
        return listPasskeys(tx, userId);
      });
      return c.json(passkeys.map(presentPasskey));
    })
    .delete("/admin/users/:id/passkeys/:passkeyId", async (c) => {
      const userId = requireUuid(c.req.param("id"), "user_id");
      const id = requireUuid(c.req.param("passkeyId"), "passkey_id");
      await auth.transaction(c, async (tx) => {
        await requireUser(tx, userId);
        await deletePasskey(tx, userId, id);
      });
      return c.body(null, 204);
    });
}

function requireEnabled(auth: AuthContext) {
  return createMiddleware<ServiceEnv>(async (_c, next) => {
    if (!auth.config.passkey.enabled) {
      throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
    }
    await next();
  });
}

async function readCredential(c: Context): Promise<{ id: string; credential: unknown }> {
  const { challenge_id: id, credential } = await readBody(c, credentialBody);
  if (!z.guid().safeParse(id).success || id === undefined) {
    throw invalid("challenge_id must be an UUID");
  }
  if (credential === undefined || credential === null) throw invalid("credential is required");
  return { id, credential };
}

async function requireRaised(tx: AuthTransaction, { user, session }: SignedIn): Promise<void> {
  const factors = await listFactors(tx, user.id);
  if (session.aal === "aal2" || !factors.some(({ status }) => status === "verified")) return;
  throw new AuthError(403, "insufficient_aal", "AAL2 required to manage passkeys");
}

async function requireOwner(tx: AuthTransaction, signedIn: SignedIn): Promise<UserRow> {
  const { user } = signedIn;
  if (user.is_anonymous) {
    const message = "Anonymous user not allowed to perform these actions";
    throw new AuthError(403, "no_authorization", message);
  }
  if (user.is_sso_user) {
    throw new AuthError(422, "validation_failed", "SSO users cannot have passkeys");
  }
  await requireRaised(tx, signedIn);
  return user;
}

function checkCount(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}

function describeCreation(
  auth: AuthContext,
  user: UserRow,
  { passkeys, challenge }: { passkeys: readonly PasskeyRow[]; challenge: string },
) {
  const { rp_id, rp_display_name } = auth.config.webauthn;
  const name = user.email ?? "";
  const given = user.raw_user_meta_data?.name;
  const known = passkeys.map((passkey) => ({
    type: "public-key",
    id: passkey.credential_id.toString("base64url"),
    ...(passkey.transports.length > 0 ? { transports: passkey.transports } : {}),
  }));
  return {
    rp: { name: rp_display_name || rp_id, id: rp_id },
    user: {
      name,
      displayName: typeof given === "string" ? given : name,
      id: Buffer.from(user.id).toString("base64url"),
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: TIMEOUT_MS,
    ...(known.length > 0 ? { excludeCredentials: known } : {}),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    attestation: "none",
  };
}

async function storePasskey(
  auth: AuthContext,
  tx: AuthTransaction,
  { user, verified }: { user: UserRow; verified: NewCredential },
): Promise<PasskeyRow> {
  // The lock prevents concurrent registrations from exceeding the limit.
  await tx.query("select id from auth.users where id = $1 for update", [user.id]);
  checkCount(await listPasskeys(tx, user.id));
  const { credential, aaguid, credentialBackedUp, credentialDeviceType } = verified;
  return insertPasskey(tx, {
    userId: user.id,
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: credential.publicKey,
    signCount: credential.counter,
    aaguid,
    transports: credential.transports ?? [],
    isBackupEligible: credentialDeviceType === "multiDevice",
    isBackedUp: credentialBackedUp,
    name: DEFAULT_NAME,
    now: auth.now(),
  }).catch((cause: unknown) => {
    // Hosted Supabase returns 500 for a credential that is already registered.
    if (!isUniqueViolation(cause)) throw cause;
    throw new AuthError(500, "unexpected_failure", "Unexpected failure", {}, { cause });
  });
}

async function requireAdmitted(
  auth: AuthContext,
  tx: AuthTransaction,
  userId: string,
): Promise<UserRow> {
  const user = await findUserById(tx, userId);
  if (user === undefined || user.deleted_at !== null) {
    const message = "WebAuthn credential verification failed";
    throw new AuthError(400, "webauthn_verification_failed", message);
  }
  if (user.email_confirmed_at === null) {
    throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
  }
  if (isBanned(user, auth.now())) throw new AuthError(403, "user_banned", "User is banned");
  return user;
}
