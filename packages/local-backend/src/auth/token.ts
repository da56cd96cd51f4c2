import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import type { AuthContext } from "./context.ts";
import { requireEmailProvider } from "./email-provider.ts";
import { AuthError, invalid } from "./errors.ts";
import { redeemAuthCode } from "./flow-state.ts";
import { isPasswordCorrect } from "./password.ts";
import { refreshSession } from "./refresh.ts";
import { emailField, readBody, textField } from "./requests.ts";
import { type SessionJson, signIn } from "./sessions.ts";
import { findUserByEmail, findUserById, isBanned } from "./users.ts";

const passwordBody = z.object({ email: emailField, phone: textField, password: textField });
const refreshBody = z.object({ refresh_token: textField });
const pkceBody = z.object({ auth_code: textField, code_verifier: textField });

export function createTokenRoutes(auth: AuthContext): Hono<ServiceEnv> {
  return new Hono<ServiceEnv>().post("/token", auth.limits.limit("token"), async (c) => {
    c.header("cache-control", "no-store");
    const grant = c.req.query("grant_type");
    if (grant === "password") {
      return c.json(await signInWithPassword(auth, c, await readBody(c, passwordBody)));
    }
    if (grant === "refresh_token") {
      const { refresh_token: token } = await readBody(c, refreshBody);
      if (token === undefined) throw invalid("refresh_token required");
      return c.json(await refreshSession(auth, c, token));
    }
    if (grant === "pkce") {
      return c.json(await exchangeCode(auth, c, await readBody(c, pkceBody)));
    }
    throw new AuthError(400, "validation_failed", "unsupported_grant_type");
  });
}

async function signInWithPassword(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  body: z.output<typeof passwordBody>,
): Promise<SessionJson> {
  if (body.phone !== undefined) {
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  }
  const { email, password } = body;
  if (email === undefined) throw invalid("missing email or phone");
  requireEmailProvider(auth, 422);
  const user = await auth.transaction(c, (tx) => findUserByEmail(tx, email));
  // Outside a transaction, because hashing takes longer than a connection should be in use.
  const isCorrect = await isPasswordCorrect(password ?? "", user?.encrypted_password ?? null);
  if (user === undefined || !isCorrect) {
    throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
  }
  if (isBanned(user, auth.now())) throw new AuthError(400, "user_banned", "User is banned");
  if (user.email_confirmed_at === null) {
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  return auth.transaction(c, async (tx) => {
    await tx.record({ action: "login", actor: user, traits: { provider: "email" } });
    return signIn(auth, tx, { user, method: "password" });
  });
}

async function exchangeCode(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  body: z.output<typeof pkceBody>,
): Promise<SessionJson> {
  const { auth_code: authCode, code_verifier: codeVerifier } = body;
  if (authCode === undefined || codeVerifier === undefined) {
    throw invalid("invalid request: both auth code and code verifier should be non-empty");
  }
  return auth.transaction(c, async (tx) => {
    const { userId, method } = await redeemAuthCode(auth, tx, { authCode, codeVerifier });
    const user = await findUserById(tx, userId);
    if (user === undefined) {
      throw new AuthError(
        404,
        "flow_state_not_found",
        "invalid flow state, no valid flow state found",
      );
    }
    if (isBanned(user, auth.now())) throw new AuthError(400, "user_banned", "User is banned");
    await tx.record({ action: "login", actor: user, traits: { provider_type: method } });
    return signIn(auth, tx, { user, method });
  });
}
