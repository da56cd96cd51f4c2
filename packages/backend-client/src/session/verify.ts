import { sha256 } from "#crypto";
import {
  CLOCK_LEEWAY_SECONDS,
  REMOTE_VERIFICATION_MS,
  VERIFIED_TOKENS_MAX,
} from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { SignatureCheck } from "../crypto/types.js";
import { BackendError, isBackendError } from "../errors/backend-error.js";
import type { CallTerms } from "./auth-request.js";
import { findDateFault, findPartyFault, parseClaims, type VerifiedClaims } from "./claims.js";
import { findKey, hasAsymmetricKeys, renewStaleKeys } from "./jwks.js";
import { type ParsedJwt, parseJwt } from "./jwt.js";
import { projectState, type RealmState, realmState } from "./project-state.js";
import { verifyAtService } from "./remote-verification.js";
import type { Report } from "./report-types.js";
import type { SessionClaims } from "./session.js";
import { checkWithSecret, isPlainHeader } from "./signature.js";

export type Verification =
  | { status: "valid"; claims: VerifiedClaims }
  | Rejected
  | { status: "unavailable"; error: BackendError };

interface Rejected {
  status: "rejected";
  error: BackendError;
  isExpired?: boolean;
}

export interface VerifyOptions extends CallTerms {
  secret?: string | undefined;
  isFromService?: boolean | undefined;
  parsed?: ParsedJwt | null | undefined;
  isExpiryIgnored?: boolean | undefined;
}

function rejected(why: string): Rejected {
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

/**
 * Not `rejected`, because a refresh would not help: the service would sign the new token with the
 * same key.
 */
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

/** Not `rejected`, because a refresh would not help: the service has just issued this token. */
function clockSkew(backend: Backend, { iat, exp }: SessionClaims): Verification {
  const seconds = Math.round((iat ?? exp) - backend.runtime.now() / 1000);
  return {
    status: "unavailable",
    error: new BackendError({
      kind: "auth",
      code: "clock_skew",
      message:
        "A token that the auth service just issued cannot be used, because the clock of this server or of the auth service is wrong.",
      retryable: true,
      operation: "auth.verify",
      details: { seconds },
    }),
  };
}

function readClaims(
  backend: Backend,
  jwt: ParsedJwt,
  { isFromService = false, isExpiryIgnored = false }: VerifyOptions,
): Verification {
  const claims = parseClaims(jwt.payload);
  if (typeof claims === "string") return rejected(claims);
  const fault = findPartyFault(claims, backend);
  if (fault !== null) return rejected(fault);
  const late = findDateFault(claims, backend, isExpiryIgnored);
  if (late === null) return { status: "valid", claims };
  if (isFromService) return clockSkew(backend, claims);
  return { ...rejected(late), isExpired: findDateFault(claims, backend, true) === null };
}

/**
 * An HS256 token can be forged. If the project has asymmetric keys, ask the auth service only about
 * tokens that it just issued or has accepted before.
 */
async function mayAsk(
  backend: Backend,
  token: string,
  { isFromService, time, log }: VerifyOptions,
): Promise<boolean | BackendError> {
  if (isFromService) return true;
  const { answers } = await realmState(backend, undefined);
  if (answers.get(await sha256(token))?.isGood) return true;
  const hasKeys = await hasAsymmetricKeys(backend, { time, log });
  if (isBackendError(hasKeys)) return hasKeys;
  if (hasKeys) log?.("hs256_refused");
  return !hasKeys;
}

async function verifyRemotely(
  backend: Backend,
  token: string,
  jwt: ParsedJwt,
  options: VerifyOptions,
): Promise<Verification> {
  // Check the claims first, because the auth service refuses expired tokens anyway.
  const read = readClaims(backend, jwt, { isFromService: options.isFromService });
  if (read.status !== "valid") return read;
  const allowed = await mayAsk(backend, token, options);
  if (isBackendError(allowed)) return { status: "unavailable", error: allowed };
  if (!allowed) return rejected("the project signs with asymmetric keys (alg)");
  const { isFromService = false } = options;
  const answer = await verifyAtService(backend, token, {
    ...options,
    isFromService,
    claims: read.claims,
  });
  if (answer === "good") return read;
  if (answer === "refused") return rejected("the auth service refuses it");
  return { status: "unavailable", error: answer };
}

async function verifyUnseen(
  backend: Backend,
  token: string,
  options: VerifyOptions,
): Promise<Verification & { kid?: string; isRemote?: boolean }> {
  const { secret, isFromService = false, time, log, parsed } = options;
  const jwt = parsed?.token === token ? parsed : parseJwt(token);
  if (!jwt) return rejected("it is not a JWT");
  if (!isPlainHeader(jwt)) return rejected("its header uses an extension (crit, b64)");
  const kid = typeof jwt.header.kid === "string" ? jwt.header.kid : "";
  let check: SignatureCheck;
  if (jwt.header.alg === "HS256") {
    if (secret === undefined) {
      return { ...(await verifyRemotely(backend, token, jwt, options)), isRemote: true };
    }
    check = checkWithSecret(secret);
  } else {
    const found = await findKey(backend, kid, { isFromService, time, log });
    if (found.error) return { status: "unavailable", error: found.error };
    if (!found.key) return found.isInUse ? tooNew() : rejected("the project has no such key (kid)");
    if (found.key.alg !== jwt.header.alg) return rejected("its algorithm is not the key's (alg)");
    ({ check } = found.key);
  }
  if (!(await check(jwt))) return rejected("its signature is wrong");
  return { ...readClaims(backend, jwt, options), kid };
}

export function recallClaims(
  backend: Backend,
  { verified }: Pick<RealmState, "verified">,
  key: string,
  log?: Report | undefined,
): VerifiedClaims | null {
  const known = verified.get(key);
  if (!known) return null;
  verified.delete(key);
  const now = backend.runtime.now();
  if (now >= known.until) return null;
  // The auth service may have withdrawn the key since the token was verified.
  if (known.kid !== "") renewStaleKeys(backend, projectState(backend.url), { now, log });
  // The cache drops its first entry, so move this entry to the end.
  verified.set(key, known);
  return known.claims;
}

export async function isCheckedHere(
  backend: Backend,
  token: string,
  secret: string | undefined,
): Promise<boolean> {
  const { verified, answers } = await realmState(backend, secret);
  const key = await sha256(token);
  const known = verified.get(key);
  if (known && backend.runtime.now() < known.until) return true;
  const header = parseJwt(token)?.header;
  if (!header) return true;
  const { keys } = projectState(backend.url);
  if (header.alg !== "HS256") return keys.fetchedAt !== null;
  return secret !== undefined || (keys.byId.size > 0 && !answers.get(key)?.isGood);
}

export async function verifyToken(
  backend: Backend,
  token: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const key = await sha256(token);
  const { verified } = await realmState(backend, options.secret);
  const known = recallClaims(backend, { verified }, key, options.log);
  if (known) return { status: "valid", claims: known };
  const now = backend.runtime.now();
  const result = await verifyUnseen(backend, token, options);
  if (result.status === "rejected" && !result.isExpired) {
    options.log?.watcher?.refused("auth.verify", result.error);
  }
  if (result.status !== "valid") return result;
  const end = (result.claims.exp + CLOCK_LEEWAY_SECONDS) * 1000;
  if (end <= now) return { status: "valid", claims: result.claims };
  const until = result.isRemote ? Math.min(end, now + REMOTE_VERIFICATION_MS) : end;
  verified.set(key, { claims: result.claims, kid: result.kid ?? "", until });
  for (const oldest of verified.keys()) {
    if (verified.size <= VERIFIED_TOKENS_MAX) break;
    verified.delete(oldest);
  }
  return { status: "valid", claims: result.claims };
}
