import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { confirmEmail } from "./confirm.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError, invalid } from "./errors.ts";
import { isPkceRequest, storeChallenge } from "./flow-state.ts";
import { checkPasswordStrength, hashPassword } from "./password.ts";
import { chooseRedirect } from "./redirects.ts";
import { challengeFields, metadataField, readBody, textField } from "./requests.ts";
import { sendCode } from "./send-code.ts";
import { type SessionJson, signIn } from "./sessions.ts";
import { presentUser, type UserJson } from "./user-json.ts";
import { AUDIENCE, findUserByEmail, insertUser, type Metadata } from "./users.ts";

const BY_EMAIL = { provider: "email" };

const signupBody = z.object({
  email: textField,
  phone: textField,
  password: textField,
  data: metadataField,
  ...challengeFields,
});

export function createSignupRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().post("/signup", async (c) => {
    const body = await readBody(c, signupBody);
    if (!auth.config.enable_signup) {
      throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    if (body.phone !== undefined && body.email !== undefined) {
      throw invalid("Only an email address or phone number should be provided on signup.");
    }
    if (body.phone !== undefined) {
      throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    }
    if (body.email === undefined) {
      if (!auth.config.enable_anonymous_sign_ins) {
        throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
      }
      auth.limits.countRequest(c, "anonymous");
      return c.json(await signUpAnonymously(auth, c, body.data ?? {}));
    }
    auth.limits.countRequest(c, "signup");
    if (!auth.config.email.enable_signup) {
      throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
    }
    if (body.password === undefined) throw invalid("Signup requires a valid password");
    checkPasswordStrength(body.password, auth.config);
    isPkceRequest(body);
    const email = parseEmail(body.email);
    const encryptedPassword = await hashPassword(body.password);
    const redirectTo = chooseRedirect(auth.config, c);
    const answer = await auth.transaction(c, (tx) =>
      signUp(auth, tx, { ...body, email, encryptedPassword, redirectTo }),
    );
    if (answer instanceof AuthError) throw answer;
    return c.json(answer);
  });
}

interface SignUp extends Omit<z.output<typeof signupBody>, "email"> {
  email: string;
  encryptedPassword: string;
  redirectTo: string;
}

/** Returns errors instead of throwing them, so that the transaction commits the audit log entry. */
async function signUp(
  auth: AuthContext,
  tx: AuthTransaction,
  request: SignUp,
): Promise<SessionJson | UserJson | AuthError> {
  const now = auth.now();
  const { email } = request;
  const mustConfirm = auth.config.email.enable_confirmations;
  // The lock serializes concurrent sign-ups with the same email address.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-up ${email}`]);
  let user = await findUserByEmail(tx, email);
  if (user?.email_confirmed_at) {
    await tx.record({ action: "user_repeated_signup", actor: user, traits: BY_EMAIL });
    if (mustConfirm) return pretendUser(request, now);
    return new AuthError(422, "user_already_exists", "User already registered");
  }
  // An existing unconfirmed user keeps their password.
  user ??= await insertUser(tx, {
    email,
    encryptedPassword: request.encryptedPassword,
    userMetadata: request.data ?? {},
    isSignUp: true,
    now,
  });
  if (!mustConfirm) {
    await tx.record({ action: "user_signedup", actor: user, traits: BY_EMAIL });
    const confirmed = await confirmEmail(tx, user, now);
    await tx.record({ action: "login", actor: confirmed, traits: BY_EMAIL });
    return signIn(auth, tx, { user: confirmed, method: "password", isNewlyConfirmed: true });
  }
  await tx.record({ action: "user_confirmation_requested", actor: user, traits: BY_EMAIL });
  await storeChallenge(auth, tx, { ...request, userId: user.id, method: "email/signup" });
  const emailed = await sendCode(auth, tx, {
    kind: "confirmation",
    user,
    redirectTo: request.redirectTo,
    isPkce: isPkceRequest(request),
  });
  return presentUser(tx, emailed);
}

async function signUpAnonymously(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  data: Metadata,
): Promise<SessionJson> {
  return auth.transaction(c, async (tx) => {
    const user = await insertUser(tx, {
      email: null,
      encryptedPassword: null,
      userMetadata: data,
      isAnonymous: true,
      now: auth.now(),
    });
    return signIn(auth, tx, { user, method: "anonymous" });
  });
}

/** The response must not reveal that the address belongs to an existing user. */
function pretendUser(request: SignUp, now: Date): UserJson {
  const id = randomUUID();
  return {
    id,
    aud: AUDIENCE,
    role: "",
    email: request.email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: request.data ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
