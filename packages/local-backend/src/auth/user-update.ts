import { z } from "zod";
import type { SignedIn } from "./authenticate.ts";
import { changeEmail, emailExists } from "./change-email.ts";
import { hashOtp } from "./codes.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError } from "./errors.ts";
import { isPkceRequest, storeChallenge } from "./flow-state.ts";
import { notify } from "./notifications.ts";
import { deleteOneTimeTokens, findOneTimeToken } from "./one-time-tokens.ts";
import { checkPasswordStrength, hashPassword, isPasswordCorrect } from "./password.ts";
import { checkPhone } from "./phone.ts";
import { challengeFields, metadataField, passwordField, textField } from "./requests.ts";
import { sendEmailChange } from "./send-code.ts";
import { endSessions } from "./sessions.ts";
import { listFactors, presentUser } from "./user-json.ts";
import {
  findUserByEmail,
  lockUser,
  mergeMetadata,
  NO_CODES_SENT,
  type UserChanges,
  type UserRow,
  updateUser,
} from "./users.ts";

/**
 * With `secure_password_change`, a password change in an older session requires a reauthentication
 * code.
 */
const RECENT_SIGN_IN_SECONDS = 86_400;

export const updateBody = z.object({
  email: textField.transform((email) => (email === undefined ? undefined : parseEmail(email))),
  phone: textField,
  password: passwordField,
  nonce: textField,
  data: metadataField,
  app_metadata: metadataField,
  ...challengeFields,
});

export type Update = z.output<typeof updateBody>;

export async function checkUpdate(
  auth: AuthContext,
  tx: AuthTransaction,
  { user, session }: SignedIn,
  body: Update,
): Promise<void> {
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (body.phone !== undefined) {
    checkPhone(body.phone);
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
  // Check the code before `hashNewPassword` compares the passwords. Otherwise, someone with a
  // stolen session could guess the password.
  if (body.password !== undefined) {
    await checkNonce(auth, tx, { user, nonce: body.nonce, signedInAt: session.created_at });
  }
}

/** Call this outside a transaction, so that the slow hashing does not occupy a connection. */
export async function hashNewPassword(user: UserRow, body: Update): Promise<string | undefined> {
  if (body.password === undefined) return undefined;
  if (
    user.encrypted_password &&
    (await isPasswordCorrect(body.password, user.encrypted_password))
  ) {
    const message = "New password should be different from the old password.";
    throw new AuthError(422, "same_password", message);
  }
  return hashPassword(body.password);
}

export async function applyUpdate(
  auth: AuthContext,
  tx: AuthTransaction,
  { user: found, session }: SignedIn,
  body: Update & { encryptedPassword: string | undefined; redirectTo: string },
) {
  const now = auth.now();
  let user = (await lockUser(tx, found.id)) ?? found;
  const changes: UserChanges = {};
  if (body.encryptedPassword !== undefined) {
    // Check the code again under the lock, because each code is valid only once.
    await checkNonce(auth, tx, { user, nonce: body.nonce, signedInAt: session.created_at });
    await deleteOneTimeTokens(tx, user.id);
    await endSessions(tx, user.id, "others", session.id);
    changes.encrypted_password = body.encryptedPassword;
    Object.assign(changes, NO_CODES_SENT);
    await tx.record({ action: "user_updated_password", actor: user });
  }
  if (body.data !== undefined) {
    changes.raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, body.data);
  }
  user = await updateUser(tx, user.id, changes, now);
  await tx.record({ action: "user_modified", actor: user });
  if (body.encryptedPassword !== undefined) {
    await notify(auth, tx, { kind: "password_changed", user });
  }
  if (body.email !== undefined && body.email !== user.email) {
    user = await moveTo(auth, tx, user, { ...body, email: body.email });
  }
  return presentUser(tx, user);
}

async function moveTo(
  auth: AuthContext,
  tx: AuthTransaction,
  user: UserRow,
  body: Update & { email: string; redirectTo: string },
): Promise<UserRow> {
  // Permanent users must confirm a new address even if confirmations are disabled.
  if (user.is_anonymous && !auth.config.email.enable_confirmations) {
    const changed = await changeEmail(tx, { ...user, email_change: body.email }, auth.now());
    // Hosted Supabase returns null for the generated column `confirmed_at` here.
    return { ...changed, confirmed_at: null };
  }
  await storeChallenge(auth, tx, { ...body, userId: user.id, method: "email_change" });
  return sendEmailChange(auth, tx, {
    user,
    newEmail: body.email,
    redirectTo: body.redirectTo,
    isPkce: isPkceRequest(body),
  });
}

async function checkNonce(
  auth: AuthContext,
  tx: AuthTransaction,
  request: { user: UserRow; nonce: string | undefined; signedInAt: Date },
): Promise<void> {
  const { user, nonce, signedInAt } = request;
  const ageSeconds = (auth.now().getTime() - signedInAt.getTime()) / 1000;
  if (!auth.config.email.secure_password_change || ageSeconds <= RECENT_SIGN_IN_SECONDS) return;
  if (nonce === undefined) {
    const message = "Password update requires reauthentication";
    throw new AuthError(400, "reauthentication_needed", message);
  }
  const hash = hashOtp(user.email ?? "", nonce);
  const token = await findOneTimeToken(tx, [hash], ["reauthentication_token"]);
  const oldestMs = auth.now().getTime() - auth.config.email.otp_expiry * 1000;
  if (token === undefined || token.userId !== user.id || token.createdAt.getTime() <= oldestMs) {
    const message = "Nonce has expired or is invalid";
    throw new AuthError(422, "reauthentication_not_valid", message);
  }
}
