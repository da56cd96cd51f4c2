import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import type { AuthContext } from "./context.ts";
import { requireEmailProvider } from "./email-provider.ts";
import { AuthError, invalid } from "./errors.ts";
import { redeemAuthCode } from "./flow-state.ts";
import { findPasswordFaults, isPasswordCorrect, type WeakPassword } from "./password.ts";
import { isRefreshToken, refreshSession } from "./refresh.ts";
import { readBody, textField } from "./requests.ts";
import { type SessionJson, signIn } from "./sessions.ts";
import { findUserByEmail, findUserById, isBanned } from "./users.ts";

const passwordBody = z.object({ email: textField, phone: textField, password: textField });
const refreshBody = z.object({ refresh_token: textField });
const idTokenBody = z.object({ provider: textField, issuer: textField });
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
      if (token === undefined || !isRefreshToken(token)) {
        throw invalid("Refresh token is not valid");
      }
      return c.json(await refreshSession(auth, c, token));
    }
    if (grant === "pkce") {
      return c.json(await exchangeCode(auth, c, await readBody(c, pkceBody)));
    }
    if (grant === "id_token") throw refuseIdToken(await readBody(c, idTokenBody));
    if (grant === "web3") {
      throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    }
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  });
}

const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
};

function refuseIdToken({ provider = "", issuer }: z.output<typeof idTokenBody>): AuthError {
  const named = ISSUERS[provider] ?? issuer ?? provider;
  const message = `Provider (issuer "${named}") is not enabled`;
  return new AuthError(400, "provider_disabled", message);
}

type PasswordSession = SessionJson & { weak_password: WeakPassword | null };

async function signInWithPassword(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  body: z.output<typeof passwordBody>,
): Promise<PasswordSession> {
  if (body.phone !== undefined) {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  const { password } = body;
  // Do not validate the address: a malformed address must get the same error as an unknown address.
  const email = body.email?.toLowerCase();
  if (email === undefined) throw invalid("missing email or phone");
  requireEmailProvider(auth, 422);
  const user = await auth.transaction(c, (tx) => findUserByEmail(tx, email));
  // Check the password between the transactions, because the slow hashing would occupy a
  // connection.
  const isCorrect = await isPasswordCorrect(password ?? "", user?.encrypted_password ?? null);
  if (user === undefined || !isCorrect) {
    throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
  }
  if (isBanned(user, auth.now())) throw new AuthError(400, "user_banned", "User is banned");
  if (user.email_confirmed_at === null) {
    throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  const session = await auth.transaction(c, async (tx) => {
    await tx.record({ action: "login", actor: user, traits: { provider: "email" } });
    return signIn(auth, tx, { user, method: "password" });
  });
  const faults = findPasswordFaults(password ?? "", auth.config);
  return { ...session, weak_password: faults ?? null };
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
