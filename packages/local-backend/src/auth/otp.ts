import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { requireEmailProvider } from "./email-provider.ts";
import { AuthError, invalid } from "./errors.ts";
import { isPkceRequest, storeChallenge } from "./flow-state.ts";
import { chooseRedirect, readRedirect } from "./redirects.ts";
import {
  challengeFields,
  emailField,
  metadataField,
  readBody,
  requireEmail,
  textField,
} from "./requests.ts";
import { sendCode, sendEmailChange } from "./send-code.ts";
import { findUserByEmail, insertUser } from "./users.ts";

const otpBody = z.object({
  email: emailField,
  phone: textField,
  create_user: z.boolean().nullish(),
  data: metadataField,
  ...challengeFields,
});
const recoverBody = z.object({ email: emailField, ...challengeFields });
const resendBody = z.object({
  type: textField,
  email: emailField,
  phone: textField,
  ...challengeFields,
});

export function createOtpRoutes(auth: AuthContext): Hono<ServiceEnv> {
  const { limits } = auth;
  return new Hono<ServiceEnv>()
    .post("/otp", limits.limit("otp"), async (c) => {
      const body = await readBody(c, otpBody);
      if (body.phone !== undefined) throw phoneDisabled();
      await sendSignInCode(auth, c, body);
      return c.json({});
    })
    .post("/magiclink", limits.limit("otp"), async (c) => {
      const body = await readBody(c, otpBody);
      await sendSignInCode(auth, c, body);
      return c.json({});
    })
    .post("/recover", limits.limit("recover"), async (c) => {
      const body = await readBody(c, recoverBody);
      requireEmailProvider(auth, 400);
      const email = requireEmail(body.email);
      const isPkce = isPkceRequest(body);
      const redirectTo = chooseRedirect(auth.config, readRedirect(c));
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
      await auth.transaction(c, (tx) =>
        resend(auth, tx, body, chooseRedirect(auth.config, readRedirect(c))),
      );
      return c.json({});
    });
}

async function sendSignInCode(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  body: z.output<typeof otpBody>,
): Promise<void> {
  const email = requireEmail(body.email);
  const redirectTo = chooseRedirect(auth.config, readRedirect(c));
  const isPkce = isPkceRequest(body);
  await auth.transaction(c, async (tx) => {
    // Serializes two first sign-ins of one address.
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-up ${email}`]);
    const known = await findUserByEmail(tx, email);
    if (known === undefined && body.create_user === false) {
      throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
    }
    requireEmailProvider(auth, 422);
    // A user with an unconfirmed address is still signing up.
    if (!known?.email_confirmed_at && !auth.config.enable_signup) {
      throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    const user =
      known ??
      (await insertUser(tx, {
        email,
        encryptedPassword: null,
        userMetadata: body.data ?? {},
        now: auth.now(),
      }));
    const mustConfirm = auth.config.email.enable_confirmations && user.email_confirmed_at === null;
    const traits = { provider: "email" };
    if (mustConfirm) {
      await tx.record({ action: "user_confirmation_requested", actor: user, traits });
    } else {
      if (known === undefined) await tx.record({ action: "user_signedup", actor: user, traits });
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

async function resend(
  auth: AuthContext,
  tx: AuthTransaction,
  body: z.output<typeof resendBody>,
  redirectTo: string,
): Promise<void> {
  const { type } = body;
  if (type === "sms" || type === "phone_change" || body.phone !== undefined) throw phoneDisabled();
  if (type !== "signup" && type !== "email_change") {
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  }
  requireEmailProvider(auth, 400);
  const isPkce = isPkceRequest(body);
  const user = await findUserByEmail(tx, requireEmail(body.email));
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

function phoneDisabled(): AuthError {
  return new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
}
