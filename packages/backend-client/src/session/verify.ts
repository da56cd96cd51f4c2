import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import {
  CLOCK_LEEWAY_SECONDS,
  REMOTE_VERIFICATION_MS,
  VERIFIED_TOKENS_MAX,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import { callAuth } from "./auth-call.js";
import { findKey } from "./jwks.js";
import { projectState } from "./project-state.js";
import type { SessionClaims } from "./session.js";

/** What a check of an access token found. */
export type Verification =
  | { status: "valid"; claims: SessionClaims }
  /** Out of date, or not ours: only a refresh can help. */
  | { status: "rejected"; error: BackendError }
  /** The keys, or the service that knows them, could not be asked. */
  | { status: "unavailable"; error: BackendError };

/** What a check may rely on. */
export interface VerifyOptions {
  /** The project's HS256 secret, if it has one and this server may know it. */
  secret?: string | undefined;
  /** Whether the auth service handed the token out just now. */
  isFromService?: boolean | undefined;
}

function rejected(why: string): Verification {
  return {
    status: "rejected",
    error: new BackendError({
      kind: "auth",
      code: "token_invalid",
      message: `The access token was not accepted: ${why}.`,
      operation: "auth.verify",
    }),
  };
}

/** Narrows a payload to the claims of a signed-in user; a text says what is wrong with it. */
function parseClaims(payload: Record<string, unknown>): SessionClaims | string {
  const { sub, role, aud, iss, exp, session_id, aal } = payload;
  if (typeof sub !== "string" || sub === "") return "it has no subject";
  if (typeof exp !== "number") return "it has no expiry";
  if (typeof iss !== "string") return "it has no issuer";
  if (typeof aud !== "string" && !Array.isArray(aud)) return "it has no audience";
  if (typeof session_id !== "string" || session_id === "") return "it has no session id";
  if (typeof role !== "string" || role === "anon" || role === "service_role") {
    return "its role is not a user's";
  }
  return {
    ...payload,
    sub,
    role,
    aud: typeof aud === "string" ? aud : aud.map(String),
    iss,
    exp,
    session_id,
    aal: aal === "aal2" ? "aal2" : "aal1",
  };
}

/** The claims of a token without any check, for bookkeeping only; null when it is no JWT. */
export function peekClaims(
  token: string,
): { session_id?: string; lifetimeSeconds?: number } | null {
  try {
    const { session_id, exp, iat } = decodeJwt(token);
    return {
      ...(typeof session_id === "string" ? { session_id } : {}),
      ...(exp !== undefined && iat !== undefined ? { lifetimeSeconds: exp - iat } : {}),
    };
  } catch {
    return null;
  }
}

/** For a symmetric key we do not hold, the service itself must say whether the token is good. */
async function verifyRemotely(backend: Backend, token: string): Promise<Verification> {
  const { error } = await callAuth(backend, {
    path: "/user",
    method: "GET",
    operation: "auth.user",
    bearer: token,
  });
  if (error) {
    return error.kind === "auth" && (error.status === 401 || error.status === 403)
      ? rejected("the auth service refuses it")
      : { status: "unavailable", error };
  }
  const claims = parseClaims(decodeJwt(token));
  return typeof claims === "string" ? rejected(claims) : { status: "valid", claims };
}

async function verifyLocally(
  backend: Backend,
  token: string,
  { secret, isFromService }: VerifyOptions,
): Promise<Verification & { kid?: string; isRemote?: boolean }> {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    return rejected("it is no JWT");
  }
  const kid = header.kid ?? "";
  let alg = "HS256";
  let key: Parameters<typeof jwtVerify>[1];
  if (header.alg === "HS256") {
    if (secret === undefined) return { ...(await verifyRemotely(backend, token)), isRemote: true };
    key = new TextEncoder().encode(secret);
  } else {
    const found = await findKey(backend, kid, { isFromService });
    if (found.error) return { status: "unavailable", error: found.error };
    if (!found.key) return rejected("the project has no such key");
    ({ alg, key } = found.key);
  }
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [alg],
      issuer: backend.issuer,
      audience: backend.audience,
      clockTolerance: CLOCK_LEEWAY_SECONDS,
      currentDate: new Date(backend.runtime.now()),
    });
    const claims = parseClaims(payload);
    return typeof claims === "string" ? rejected(claims) : { status: "valid", claims, kid };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "ERR_UNKNOWN";
    const claim = thrown instanceof Error && "claim" in thrown ? ` (${String(thrown.claim)})` : "";
    return rejected(`${code}${claim}`);
  }
}

/**
 * Verifies an access token against the project's keys: algorithm, issuer, audience, dates, role.
 * A token seen before costs no cryptography; its expiry is checked each time.
 */
export async function verifyToken(
  backend: Backend,
  token: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const { verified } = projectState(backend.url);
  const now = backend.runtime.now();
  const cached = verified.get(token);
  if (cached) {
    verified.delete(token);
    if (now < cached.until) {
      verified.set(token, cached);
      return { status: "valid", claims: cached.claims };
    }
  }
  const result = await verifyLocally(backend, token, options);
  if (result.status !== "valid") return result;
  const end = (result.claims.exp + CLOCK_LEEWAY_SECONDS) * 1000;
  const until = result.isRemote ? Math.min(end, now + REMOTE_VERIFICATION_MS) : end;
  verified.set(token, { claims: result.claims, kid: result.kid ?? "", until });
  for (const oldest of verified.keys()) {
    if (verified.size <= VERIFIED_TOKENS_MAX) break;
    verified.delete(oldest);
  }
  return { status: "valid", claims: result.claims };
}
