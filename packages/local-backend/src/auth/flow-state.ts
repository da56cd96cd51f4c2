import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { deleteAbandoned } from "./abandoned.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import type { AuthenticationMethod } from "./sessions.ts";

/**
 * Lifetime of an authorization code. As on hosted Supabase, the lifetime starts with the request
 * for the email or, for a magic link, when the user opens the link.
 */
const FLOW_STATE_SECONDS = 300;
const MIN_CHALLENGE_CHARACTERS = 43;
const MAX_CHALLENGE_CHARACTERS = 128;

interface Challenge {
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
}

export function isPkceRequest(request: Challenge): boolean {
  const { code_challenge: challenge, code_challenge_method: method } = request;
  if (challenge === undefined && method === undefined) return false;
  if (challenge === undefined || method === undefined) {
    throw invalid("PKCE flow requires code_challenge_method and code_challenge");
  }
  const { length } = challenge;
  if (length < MIN_CHALLENGE_CHARACTERS || length > MAX_CHALLENGE_CHARACTERS) {
    throw invalid("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw invalid(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  if (!["s256", "plain"].includes(method.toLowerCase())) {
    throw invalid("Invalid code challenge method");
  }
  return true;
}

export async function storeChallenge(
  auth: AuthContext,
  tx: Queryable,
  request: Challenge & { userId: string; method: AuthenticationMethod },
): Promise<void> {
  if (!isPkceRequest(request)) return;
  const now = auth.now();
  await deleteAbandoned(tx, "flow_state", now);
  await tx.query(
    `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge,
       provider_type, created_at, updated_at, authentication_method)
     values ($1, $2, $3::auth.code_challenge_method, $4, $5, $6, $6, $5)`,
    [
      randomUUID(),
      request.userId,
      request.code_challenge_method?.toLowerCase(),
      request.code_challenge,
      request.method,
      now,
    ],
  );
}

export async function issueAuthCode(
  auth: AuthContext,
  tx: Queryable,
  userId: string,
  method: AuthenticationMethod,
): Promise<string> {
  const code = randomUUID();
  const [flow] = await tx.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
     where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2
       order by created_at desc limit 1
     ) returning id`,
    [userId, method, code, auth.now()],
  );
  if (flow === undefined) {
    throw new AuthError(404, "flow_state_not_found", "No associated flow state found");
  }
  return code;
}

export async function redeemAuthCode(
  auth: AuthContext,
  tx: Queryable,
  request: { authCode: string; codeVerifier: string },
): Promise<{ userId: string; method: AuthenticationMethod }> {
  const [flow] = await tx.query<{
    id: string;
    user_id: string;
    code_challenge: string;
    code_challenge_method: "s256" | "plain";
    authentication_method: AuthenticationMethod;
    auth_code_issued_at: Date;
    created_at: Date;
  }>("select * from auth.flow_state where auth_code = $1 for update", [request.authCode]);
  if (flow === undefined) {
    throw new AuthError(
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    );
  }
  const isMagicLink = flow.authentication_method === "magiclink";
  const since = isMagicLink ? flow.auth_code_issued_at : flow.created_at;
  const ageSeconds = (auth.now().getTime() - since.getTime()) / 1000;
  if (ageSeconds > FLOW_STATE_SECONDS) {
    throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  if (!matchesChallenge(flow, request.codeVerifier)) {
    throw new AuthError(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  await tx.query("delete from auth.flow_state where id = $1", [flow.id]);
  return { userId: flow.user_id, method: flow.authentication_method };
}

function matchesChallenge(
  flow: { code_challenge: string; code_challenge_method: "s256" | "plain" },
  verifier: string,
): boolean {
  const answer =
    flow.code_challenge_method === "s256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier;
  const given = Buffer.from(answer);
  const expected = Buffer.from(flow.code_challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
