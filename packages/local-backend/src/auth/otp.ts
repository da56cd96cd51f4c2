import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { confirmEmail, confirmUser } from "./confirm.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { parseEmail } from "./email-address.ts";
import { requireEmailProvider } from "./email-provider.ts";
import { AuthError, invalid } from "./errors.ts";
import { isPkceRequest, storeChallenge } from "./flow-state.ts";
import { chooseRedirect } from "./redirects.ts";
import { challengeFields, metadataField, readBody, textField } from "./requests.ts";
import { sendCode, sendEmailChange } from "./send-code.ts";
import { findUserByEmail, insertUser, type Metadata, type UserRow, updateUser } from "./users.ts";

const otpBody = z.object({
  email: textField,
  phone: textField,
  create_user: z.boolean().nullish(),
  data: metadataField,
  ...challengeFields,
});
const recoverBody = z.object({ email: textField, ...challengeFields });
const resendBody = z.object({
  type: textField,
  email: textField,
  phone: textField,
  ...challengeFields,
});

const NO_ADDRESS = "Password recovery requires an email";

export function createOtpRoutes(auth: AuthContext): Hono<ServiceEnv> {
  const { limits } = auth;
  return new Hono<ServiceEnv>()
    .post("/otp", limits.limit("otp"), async (c) => {
      const body = await readBody(c, otpBody);
      const { email, phone } = body;
      if (email !== undefined && phone !== undefined) {
        throw invalid("Only an email address or phone number should be provided");
      }
      if (phone !== undefined) throw phoneDisabled("Unsupported phone provider");
      if (email === undefined) throw invalid("One of email or phone must be set");
      await sendSignInCode(auth, c, body);
      return c.json({});
    })
    .post("/magiclink", limits.limit("otp"), async (c) => {
      const body = await readBody(c, otpBody);
      if (body.email === undefined) throw new AuthError(422, "validation_failed", NO_ADDRESS);
      await sendSignInCode(auth, c, body);
      return c.json({});
    })
    .post("/recover", limits.limit("recover"), async (c) => {
      const body = await readBody(c, recoverBody);
      requireEmailProvider(auth, 400);
      if (body.email === undefined) throw invalid(NO_ADDRESS);
      const email = parseEmail(body.email);
      const isPkce = isPkceRequest(body);
      const redirectTo = chooseRedirect(auth.config, c);
      await auth.transaction(c, async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user === undefined) return;
        await tx.record({ action: "user_recovery_requested", actor: user });
        await storeChallenge(auth, tx, { ...body, userId: user.id, method: "recovery" });
        await sendCode(auth, tx, { kind: "recovery", user, redirectTo, isPkce });
      });
      return c.json({});
    })
    .post("/resend", limits.limit("resend"), async (c) => {
      const body = await readBody(c, resendBody);
      await auth.transaction(c, (tx) => resend(auth, tx, body, chooseRedirect(auth.config, c)));
      return c.json({});
    });
}

async function sendSignInCode(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  body: z.output<typeof otpBody>,
): Promise<void> {
  const email = parseEmail(body.email);
  const redirectTo = chooseRedirect(auth.config, c);
  const isPkce = isPkceRequest(body);
  await auth.transaction(c, async (tx) => {
    // The lock serializes concurrent first sign-ins with the same email address.
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-up ${email}`]);
    const known = await findUserByEmail(tx, email);
    if (known === undefined && body.create_user === false) {
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    requireEmailProvider(auth, 422);
    // For a new or unconfirmed user, the sign-in would complete a sign-up.
    if (!known?.email_confirmed_at && !auth.config.enable_signup) {
      throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    const found = known ?? (await insertByCode(auth, tx, email, body.data ?? {}));
    const isUnconfirmed = found.email_confirmed_at === null;
    const mustConfirm = isUnconfirmed && auth.config.email.enable_confirmations;
    // As on hosted Supabase, only a new user's identity is marked as verified.
    const confirm = known === undefined ? confirmEmail : confirmUser;
    const user =
      isUnconfirmed && !mustConfirm ? await completeSignUp(auth, tx, found, confirm) : found;
    const traits = { provider: "email" };
    if (mustConfirm) {
      await tx.record({ action: "user_confirmation_requested", actor: user, traits });
    } else {
      if (isUnconfirmed) await tx.record({ action: "user_signedup", actor: user, traits });
      await tx.record({ action: "user_recovery_requested", actor: user });
    }
    const method = mustConfirm ? "email/signup" : "magiclink";
    await storeChallenge(auth, tx, { ...body, userId: user.id, method });
    await sendCode(auth, tx, {
      kind: mustConfirm ? "confirmation" : "magic_link",
      user,
      redirectTo,
      isPkce,
    });
  });
}

async function insertByCode(
  auth: AuthContext,
  tx: AuthTransaction,
  email: string,
  data: Metadata,
): Promise<UserRow> {
  return insertUser(tx, {
    email,
    encryptedPassword: null,
    userMetadata: data,
    isSignUp: true,
    now: auth.now(),
  });
}

/**
 * Used if email confirmations are disabled. As on hosted Supabase, confirms the address and sets
 * `last_sign_in_at` before the user enters the code.
 */
async function completeSignUp(
  auth: AuthContext,
  tx: AuthTransaction,
  user: UserRow,
  confirm: typeof confirmUser,
): Promise<UserRow> {
  const now = auth.now();
  await confirm(tx, user, now);
  return updateUser(tx, user.id, { last_sign_in_at: now }, now);
}

async function resend(
  auth: AuthContext,
  tx: AuthTransaction,
  body: z.output<typeof resendBody>,
  redirectTo: string,
): Promise<void> {
  const { type } = body;
  if (type !== "signup" && type !== "email_change" && type !== "sms" && type !== "phone_change") {
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (type === "signup" && body.email === undefined) {
    throw invalid("Type provided requires an email address");
  }
  if (body.email === undefined && body.phone === undefined) {
    throw invalid("Missing email address or phone number");
  }
  if (body.phone !== undefined || type === "sms" || type === "phone_change") {
    throw phoneDisabled("Phone logins are disabled");
  }
  requireEmailProvider(auth, 400);
  const isPkce = isPkceRequest(body);
  const user = await findUserByEmail(tx, parseEmail(body.email));
  if (user === undefined) return;
  if (type === "signup") {
    if (user.email_confirmed_at !== null) return;
    await tx.record({ action: "user_confirmation_requested", actor: user });
    await storeChallenge(auth, tx, { ...body, userId: user.id, method: "email/signup" });
    await sendCode(auth, tx, { kind: "confirmation", user, redirectTo, isPkce });
  } else if (user.email_change !== "") {
    await storeChallenge(auth, tx, { ...body, userId: user.id, method: "email_change" });
    await sendEmailChange(auth, tx, { user, newEmail: user.email_change, redirectTo, isPkce });
  }
}

function phoneDisabled(message: string): AuthError {
  return new AuthError(400, "phone_provider_disabled", message);
}
