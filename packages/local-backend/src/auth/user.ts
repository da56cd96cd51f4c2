import { Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../service.ts";
import { requireClaims, requireSignedIn, type SignedIn } from "./authenticate.ts";
import { hashOtp } from "./codes.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { isPkceRequest, storeChallenge } from "./flow-state.ts";
import { deleteOneTimeTokens, findOneTimeToken } from "./one-time-tokens.ts";
import { checkPasswordStrength, hashPassword, isPasswordCorrect } from "./password.ts";
import { chooseRedirect, readRedirect } from "./redirects.ts";
import { challengeFields, emailField, metadataField, readBody, textField } from "./requests.ts";
import { sendCode, sendEmailChange } from "./send-code.ts";
import { endSessions, type LogoutScope } from "./sessions.ts";
import { listFactors, presentUser } from "./user-json.ts";
import { findUserByEmail, lockUser, mergeMetadata, type UserChanges, updateUser } from "./users.ts";
import { emailExists } from "./verify-token.ts";

/** A session older than this needs a code before its password changes. */
const RECENT_SIGN_IN_SECONDS = 86_400;

const updateBody = z.object({
  email: emailField,
  phone: textField,
  password: textField,
  nonce: textField,
  data: metadataField,
  app_metadata: metadataField,
  ...challengeFields,
});
type Update = z.output<typeof updateBody>;

/** The signed-in user: read, change, prove once more, sign out. */
export function createUserRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>()
    .get("/user", async (c) => {
      const claims = await requireClaims(auth, c);
      const user = await auth.transaction(async (tx) =>
        presentUser(tx, (await requireSignedIn(auth, tx, claims)).user),
      );
      return c.json(user);
    })
    .put("/user", auth.limits.limit("user"), async (c) => {
      const claims = await requireClaims(auth, c);
      const body = await readBody(c, updateBody);
      const redirectTo = chooseRedirect(auth.config, readRedirect(c));
      const signedIn = await auth.transaction(async (tx) => {
        const found = await requireSignedIn(auth, tx, claims);
        await checkUpdate(auth, tx, found, body);
        return found;
      });
      const encryptedPassword = await hashNewPassword(auth, signedIn, body);
      const user = await auth.transaction(async (tx) => {
        const found = await requireSignedIn(auth, tx, claims);
        return update(auth, tx, found, { ...body, encryptedPassword, redirectTo });
      });
      return c.json(user);
    })
    .get("/reauthenticate", auth.limits.limit("otp"), async (c) => {
      const claims = await requireClaims(auth, c);
      await auth.transaction(async (tx) => {
        const { user } = await requireSignedIn(auth, tx, claims);
        if (user.email_confirmed_at === null) {
          throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
        }
        const redirectTo = auth.config.site_url;
        await sendCode(auth, tx, { kind: "reauthentication", user, redirectTo });
      });
      return c.json({});
    })
    .post("/logout", async (c) => {
      const scope = readScope(c.req.query("scope"));
      const claims = await requireClaims(auth, c);
      await auth.transaction(async (tx) => {
        const { user, session } = await requireSignedIn(auth, tx, claims);
        await endSessions(tx, user.id, scope, session.id);
      });
      return c.body(null, 204);
    });
}

async function checkUpdate(
  auth: AuthContext,
  tx: AuthTransaction,
  { user, session }: SignedIn,
  body: Update,
): Promise<void> {
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (body.phone !== undefined) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  isPkceRequest(body);
  if (body.password !== undefined) checkPasswordStrength(body.password, auth.config);
  const changesEmail = body.email !== undefined && body.email !== user.email;
  if (body.password === undefined && !changesEmail) return;
  const factors = await listFactors(tx, user.id);
  if (session.aal !== "aal2" && factors.some(({ status }) => status === "verified")) {
    const message = "AAL2 session is required to update email or password when MFA is enabled.";
    throw new AuthError(401, "insufficient_aal", message);
  }
  if (user.is_anonymous && body.password !== undefined && body.email === undefined) {
    throw new AuthError(
      422,
      "validation_failed",
      "Updating password of an anonymous user without an email or phone is not allowed",
    );
  }
  if (changesEmail && body.email !== undefined && (await findUserByEmail(tx, body.email))) {
    throw emailExists();
  }
}

/** Hashes outside a transaction: it takes longer than a connection should be held. */
async function hashNewPassword(
  auth: AuthContext,
  { user, session }: SignedIn,
  body: Update,
): Promise<string | undefined> {
  if (body.password === undefined) return undefined;
  if (needsNonce(auth, session.created_at) && body.nonce === undefined) {
    const message = "Password update requires reauthentication";
    throw new AuthError(400, "reauthentication_needed", message);
  }
  if (
    user.encrypted_password &&
    (await isPasswordCorrect(body.password, user.encrypted_password))
  ) {
    const message = "New password should be different from the old password.";
    throw new AuthError(422, "same_password", message);
  }
  return hashPassword(body.password);
}

async function update(
  auth: AuthContext,
  tx: AuthTransaction,
  { user: found, session }: SignedIn,
  body: Update & { encryptedPassword: string | undefined; redirectTo: string },
) {
  const now = auth.now();
  let user = (await lockUser(tx, found.id)) ?? found;
  const changes: UserChanges = {};
  if (body.encryptedPassword !== undefined) {
    if (needsNonce(auth, session.created_at)) {
      await useNonce(auth, tx, user.id, hashOtp(user.email ?? "", body.nonce ?? ""));
    }
    await deleteOneTimeTokens(tx, user.id);
    await endSessions(tx, user.id, "others", session.id);
    changes.encrypted_password = body.encryptedPassword;
  }
  if (body.data !== undefined) {
    changes.raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, body.data);
  }
  user = await updateUser(tx, user.id, changes, now);
  if (body.email !== undefined && body.email !== user.email) {
    await storeChallenge(auth, tx, { ...body, userId: user.id, method: "email_change" });
    user = await sendEmailChange(auth, tx, {
      user,
      newEmail: body.email,
      redirectTo: body.redirectTo,
      isPkce: isPkceRequest(body),
    });
  }
  return presentUser(tx, user);
}

function needsNonce(auth: AuthContext, signedInAt: Date): boolean {
  const ageSeconds = (auth.now().getTime() - signedInAt.getTime()) / 1000;
  return auth.config.email.secure_password_change && ageSeconds > RECENT_SIGN_IN_SECONDS;
}

async function useNonce(auth: AuthContext, tx: AuthTransaction, userId: string, hash: string) {
  const token = await findOneTimeToken(tx, [hash], ["reauthentication_token"]);
  const oldestMs = auth.now().getTime() - auth.config.email.otp_expiry * 1000;
  if (token === undefined || token.userId !== userId || token.createdAt.getTime() < oldestMs) {
    const message = "Nonce has expired or is invalid";
    throw new AuthError(422, "reauthentication_not_valid", message);
  }
}

function readScope(scope: string | undefined): LogoutScope {
  if (scope === undefined || scope === "") return "global";
  if (scope === "global" || scope === "local" || scope === "others") return scope;
  throw invalid(`Unsupported logout scope "${scope}"`);
}
