import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../service.ts";
import { describeCaller } from "./authenticate.ts";
import { confirmEmail } from "./confirm.ts";
import type { AuthContext, AuthTransaction } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { isPkceRequest, storeChallenge } from "./flow-state.ts";
import { checkPasswordStrength, hashPassword } from "./password.ts";
import { chooseRedirect, readRedirect } from "./redirects.ts";
import { challengeFields, emailField, metadataField, readBody, textField } from "./requests.ts";
import { sendCode } from "./send-code.ts";
import { type SessionJson, signIn } from "./sessions.ts";
import { presentUser, type UserJson } from "./user-json.ts";
import { AUDIENCE, findUserByEmail, insertUser, type Metadata } from "./users.ts";

const signupBody = z.object({
  email: emailField,
  phone: textField,
  password: textField,
  data: metadataField,
  ...challengeFields,
});

/** Sign-up by e-mail and password, and anonymous sign-in. */
export function createSignupRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().post("/signup", async (c) => {
    const body = await readBody(c, signupBody);
    if (!auth.config.enable_signup) {
      throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    if (body.phone !== undefined) {
      throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
    }
    if (body.email === undefined) {
      if (body.password !== undefined) throw invalid("An email address is required");
      auth.limits.countRequest(c, "anonymous");
      return c.json(await signUpAnonymously(auth, c, body.data ?? {}));
    }
    auth.limits.countRequest(c, "signup");
    if (!auth.config.email.enable_signup) {
      throw new AuthError(422, "email_provider_disabled", "Email signups are disabled");
    }
    if (body.password === undefined) throw invalid("Signup requires a valid password");
    checkPasswordStrength(body.password, auth.config);
    isPkceRequest(body);
    const encryptedPassword = await hashPassword(body.password);
    const { email } = body;
    const redirectTo = chooseRedirect(auth.config, readRedirect(c));
    const answer = await auth.transaction((tx) =>
      signUp(auth, tx, {
        ...body,
        email,
        encryptedPassword,
        redirectTo,
        caller: describeCaller(c),
      }),
    );
    return c.json(answer);
  });
}

interface SignUp extends Omit<z.output<typeof signupBody>, "email"> {
  email: string;
  encryptedPassword: string;
  redirectTo: string;
  caller: ReturnType<typeof describeCaller>;
}

async function signUp(
  auth: AuthContext,
  tx: AuthTransaction,
  request: SignUp,
): Promise<SessionJson | UserJson> {
  const now = auth.now();
  const { email } = request;
  const mustConfirm = auth.config.email.enable_confirmations;
  // Serializes two sign-ups of one address.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-up ${email}`]);
  let user = await findUserByEmail(tx, email);
  if (user?.email_confirmed_at) {
    if (mustConfirm) return pretendUser(request, now);
    throw new AuthError(422, "user_already_exists", "User already registered");
  }
  // An unconfirmed account keeps its password; it only gets a new mail.
  user ??= await insertUser(tx, {
    email,
    encryptedPassword: request.encryptedPassword,
    userMetadata: request.data ?? {},
    now,
  });
  if (!mustConfirm) {
    const confirmed = await confirmEmail(tx, user, now);
    return signIn(auth, tx, { user: confirmed, method: "password", caller: request.caller });
  }
  await storeChallenge(auth, tx, { ...request, userId: user.id, method: "email/signup" });
  const mailed = await sendCode(auth, tx, {
    kind: "confirmation",
    user,
    redirectTo: request.redirectTo,
    isPkce: isPkceRequest(request),
  });
  return presentUser(tx, mailed);
}

async function signUpAnonymously(
  auth: AuthContext,
  c: Parameters<typeof describeCaller>[0],
  data: Metadata,
): Promise<SessionJson> {
  if (!auth.config.enable_anonymous_sign_ins) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  return auth.transaction(async (tx) => {
    const user = await insertUser(tx, {
      email: null,
      encryptedPassword: null,
      userMetadata: data,
      isAnonymous: true,
      now: auth.now(),
    });
    return signIn(auth, tx, { user, method: "anonymous", caller: describeCaller(c) });
  });
}

/** What a new account would look like, so that nobody learns whether the address is known. */
function pretendUser(request: SignUp, now: Date): UserJson {
  const id = randomUUID();
  return {
    id,
    aud: AUDIENCE,
    role: AUDIENCE,
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
