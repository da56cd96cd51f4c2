import type { User } from "@supabase/supabase-js";
import { AUTH_DEADLINE_MS } from "../config/constants.js";
import { BackendError, type Result } from "../errors/backend-error.js";
import { requestAuth } from "../session/auth-request.js";
import { CallTime } from "../session/call-time.js";
import type { VerifiedClaims } from "../session/claims.js";
import { refreshTokens } from "../session/refresh.js";
import { isRefreshToken } from "../session/refresh-token.js";
import { revokeSession } from "../session/revoke-session.js";
import type { TokenSet } from "../session/types.js";
import { verifyToken } from "../session/verify.js";
import type { AdoptedTokens, SignedIn } from "./auth-flow-types.js";
import { readOnlyRefusal } from "./flow-client.js";
import type { FlowContext } from "./flow-context.js";
import { unexpected } from "./flow-errors.js";
import { checkNew, isCurrentUser, keepSession } from "./keep-session.js";
import { publicSession } from "./signed-in.js";

const OPERATION = "auth.adopt";

function refusal(code: "token_invalid" | "session_not_found", message: string): BackendError {
  return new BackendError({ kind: "auth", code, message, operation: OPERATION });
}

async function verifyGiven(
  { backend, secret, caller, log }: FlowContext,
  { access_token, refresh_token }: AdoptedTokens,
  time: CallTime,
): Promise<VerifiedClaims> {
  if (typeof access_token !== "string" || !isRefreshToken(refresh_token)) {
    throw refusal("token_invalid", "adopt needs access_token and refresh_token as strings.");
  }
  const check = await verifyToken(backend, access_token, {
    secret,
    // If the access token has expired, `adopt` refreshes the session.
    isExpiryIgnored: true,
    headers: caller.forwarded,
    limiter: caller,
    time,
    log,
  });
  if (check.status !== "valid") throw check.error;
  return check.claims;
}

async function refreshGiven(
  context: FlowContext,
  refreshToken: string,
  { claims, time }: { claims: VerifiedClaims; time: CallTime },
): Promise<{ tokens: TokenSet; claims: VerifiedClaims }> {
  const { backend, caller, log } = context;
  const outcome = await refreshTokens(backend, refreshToken, {
    headers: caller.forwarded,
    limiter: caller,
    user: claims.sub,
    time,
    log,
  });
  if (outcome.status !== "refreshed") throw outcome.error;
  const check = await checkNew(context, outcome.tokens);
  if (check.status !== "valid") throw check.error;
  if (check.claims.session_id !== claims.session_id) {
    context.waitUntil(
      revokeSession(backend, outcome.tokens.accessToken, { headers: caller.forwarded, log }),
    );
    throw refusal("token_invalid", "The refresh token belongs to another session.");
  }
  return { tokens: outcome.tokens, claims: check.claims };
}

async function fetchUser(
  { backend, caller, log }: FlowContext,
  { accessToken }: TokenSet,
  { claims, time }: { claims: VerifiedClaims; time: CallTime },
): Promise<Result<User>> {
  const asked = await requestAuth(
    backend,
    {
      path: "/user",
      method: "GET",
      operation: OPERATION,
      bearer: accessToken,
      headers: caller.forwarded,
      limiter: caller,
      user: claims.sub,
      time,
      log,
    },
    (body) => (typeof body === "object" && body !== null && "id" in body ? (body as User) : null),
  );
  return asked.error ? { data: null, error: asked.error } : { data: asked.value, error: null };
}

async function adopt(context: FlowContext, given: AdoptedTokens): Promise<SignedIn> {
  const { backend } = context;
  const time = new CallTime(backend.runtime, AUTH_DEADLINE_MS);
  let claims = await verifyGiven(context, given, time);
  let tokens: TokenSet = {
    accessToken: given.access_token,
    refreshToken: given.refresh_token,
    expiresAt: claims.exp,
  };
  const { store } = await context.open();
  if (await store.ends.has(tokens)) {
    throw refusal("session_not_found", "The session was signed out in this browser.");
  }
  const isOver = claims.exp <= backend.runtime.now() / 1000;
  if (isOver)
    ({ tokens, claims } = await refreshGiven(context, given.refresh_token, { claims, time }));
  const user = await fetchUser(context, tokens, { claims, time });
  // The refresh has used up the given refresh token, so store the new tokens even if an outage
  // prevents fetching the user.
  if (user.error && !(isOver && user.error.kind === "network")) throw user.error;
  const complete = await keepSession(
    context,
    { status: "valid", claims },
    {
      tokens,
      event: (await isCurrentUser(context, claims.sub)) ? "USER_UPDATED" : "SIGNED_IN",
      operation: OPERATION,
      signIn: { user: user.data, via: "adopt" },
    },
  );
  await context.changed();
  complete();
  const session = publicSession(await context.session(), backend.runtime.now());
  return { user: user.data, session };
}

export async function adoptTokens(
  context: FlowContext,
  given: AdoptedTokens,
): Promise<Result<SignedIn>> {
  if (!context.canWrite) return { data: null, error: readOnlyRefusal(OPERATION) };
  try {
    return { data: await adopt(context, given), error: null };
  } catch (thrown) {
    return { data: null, error: unexpected(thrown, OPERATION) };
  }
}
