import {
  CLOCK_LEEWAY_SECONDS,
  REMOTE_VERIFICATION_MS,
  VERIFIED_TOKENS_MAX,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { SignatureCheck } from "../crypto/types.js";
import { BackendError } from "../errors/backend-error.js";
import type { CallTerms } from "./ask-auth.js";
import { askService } from "./ask-service.js";
import type { CallBudget } from "./call-budget.js";
import { findFault, parseClaims } from "./claims.js";
import { findKey, renewStaleKeys } from "./jwks.js";
import { type ParsedJwt, parseJwt } from "./jwt.js";
import { projectState } from "./project-state.js";
import type { SessionClaims } from "./session.js";
import { checkWithSecret, isPlainHeader } from "./signature.js";

/** What a check of an access token found. */
export type Verification =
  | { status: "valid"; claims: SessionClaims }
  /** Out of date, or not ours: only a refresh can help. */
  | { status: "rejected"; error: BackendError }
  /** The keys, or the service that knows them, could not be asked, or do not tell. */
  | { status: "unavailable"; error: BackendError };

/** What a check may rely on. */
export interface VerifyOptions extends CallTerms {
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

/** The service signs with a key that its key set lacks as yet: another token would not help. */
function tooNew(): Verification {
  return {
    status: "unavailable",
    error: new BackendError({
      kind: "auth",
      code: "token_invalid",
      message:
        "The access token cannot be checked: the auth service uses a key that is not in its key set yet. Try again in a moment.",
      retryable: true,
      operation: "auth.verify",
    }),
  };
}

/** The claims of a token whose signature is good. */
function readClaims(backend: Backend, jwt: ParsedJwt): Verification {
  const claims = parseClaims(jwt.payload);
  if (typeof claims === "string") return rejected(claims);
  const fault = findFault(claims, backend);
  return fault === null ? { status: "valid", claims } : rejected(fault);
}

/**
 * For a symmetric key we do not hold, the service itself must say whether the token is good. It is
 * not bothered with a token that could not count whatever it says.
 */
async function verifyRemotely(
  backend: Backend,
  token: string,
  jwt: ParsedJwt,
  options: CallTerms,
): Promise<Verification> {
  const read = readClaims(backend, jwt);
  if (read.status !== "valid") return read;
  const answer = await askService(backend, token, { ...options, until: read.claims.exp * 1000 });
  if (answer === "good") return read;
  if (answer === "refused") return rejected("the auth service refuses it");
  return { status: "unavailable", error: answer };
}

async function verifyUnseen(
  backend: Backend,
  token: string,
  { secret, isFromService, ...terms }: VerifyOptions,
): Promise<Verification & { kid?: string; isRemote?: boolean }> {
  const jwt = parseJwt(token);
  if (!jwt) return rejected("it is no JWT");
  if (!isPlainHeader(jwt)) return rejected("its header asks for an extension");
  const kid = typeof jwt.header.kid === "string" ? jwt.header.kid : "";
  let check: SignatureCheck;
  if (jwt.header.alg === "HS256") {
    if (secret === undefined) {
      return { ...(await verifyRemotely(backend, token, jwt, terms)), isRemote: true };
    }
    check = checkWithSecret(secret);
  } else {
    const found = await findKey(backend, kid, { isFromService, budget: terms.budget });
    if (found.error) return { status: "unavailable", error: found.error };
    if (!found.key) return found.isInUse ? tooNew() : rejected("the project has no such key (kid)");
    if (found.key.alg !== jwt.header.alg) return rejected("its algorithm is not the key's (alg)");
    ({ check } = found.key);
  }
  if (!(await check(jwt))) return rejected("its signature is wrong");
  return { ...readClaims(backend, jwt), kid };
}

/**
 * The claims of a token that was verified before and is not over; null asks for a verification.
 * @param budget what the request may spend on keys that are out of date
 */
export function recallClaims(
  backend: Backend,
  token: string,
  budget?: CallBudget | undefined,
): SessionClaims | null {
  const state = projectState(backend.url);
  const { verified } = state;
  const known = verified.get(token);
  if (!known) return null;
  verified.delete(token);
  const now = backend.runtime.now();
  if (now >= known.until) return null;
  // A key may have been withdrawn since; only one that came from the key set.
  if (known.kid !== "") renewStaleKeys(backend, state, { now, budget });
  // Last in, last out: the least recently used one leaves first.
  verified.set(token, known);
  return known.claims;
}

/** Whether a token can be checked without a call: the service may be asked for other things first. */
export function isCheckedHere(
  backend: Backend,
  token: string,
  secret: string | undefined,
): boolean {
  const { verified, keys } = projectState(backend.url);
  const known = verified.get(token);
  if (known && backend.runtime.now() < known.until) return true;
  const header = parseJwt(token)?.header;
  if (!header) return true;
  return header.alg === "HS256" ? secret !== undefined : keys.fetchedAt !== null;
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
  const known = recallClaims(backend, token, options.budget);
  if (known) return { status: "valid", claims: known };
  const now = backend.runtime.now();
  const result = await verifyUnseen(backend, token, options);
  if (result.status !== "valid") return result;
  const end = (result.claims.exp + CLOCK_LEEWAY_SECONDS) * 1000;
  const until = result.isRemote ? Math.min(end, now + REMOTE_VERIFICATION_MS) : end;
  const { verified } = projectState(backend.url);
  verified.set(token, { claims: result.claims, kid: result.kid ?? "", until });
  for (const oldest of verified.keys()) {
    if (verified.size <= VERIFIED_TOKENS_MAX) break;
    verified.delete(oldest);
  }
  return { status: "valid", claims: result.claims };
}
