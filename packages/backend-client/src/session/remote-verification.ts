import { sha256 } from "#crypto";
import { REMOTE_VERIFICATION_MS, VERIFIED_TOKENS_MAX } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import { type CallTerms, requestAuth } from "./auth-request.js";
import { type RealmState, realmState } from "./project-state.js";
import type { SessionClaims } from "./session.js";
import { joinCall, LOST } from "./shared-call.js";

function remember(
  { answers }: RealmState,
  key: string,
  answer: { isGood: boolean; until: number },
): void {
  answers.delete(key);
  answers.set(key, answer);
  for (const oldest of answers.keys()) {
    if (answers.size <= VERIFIED_TOKENS_MAX) break;
    answers.delete(oldest);
  }
}

async function ask(
  backend: Backend,
  token: string,
  { headers, limiter, time, user, log }: CallTerms,
): Promise<BackendError | null> {
  const call = { path: "/user", method: "GET", operation: "auth.user" } as const;
  const { error } = await requestAuth(
    backend,
    { ...call, bearer: token, headers, limiter, time, user, log },
    () => true,
  );
  if (error && isRefusal(error)) limiter?.chargeRefusal(user);
  return error;
}

function isRefusal({ kind, status }: BackendError): boolean {
  return kind === "auth" && (status === 401 || status === 403);
}

interface VouchedTerms extends CallTerms {
  claims: SessionClaims;
  isFromService: boolean;
}

/** The caller must check the claims, such as issuer and audience. */
export async function verifyAtService(
  backend: Backend,
  token: string,
  { claims, isFromService, ...terms }: VouchedTerms,
): Promise<"good" | "refused" | BackendError> {
  const key = await sha256(token);
  const state = await realmState(backend, undefined);
  const now = backend.runtime.now();
  const known = state.answers.get(key);
  const isKnown = known !== undefined && now < known.until;
  if (isKnown && !known.isGood) return "refused";
  const begin = (): Promise<BackendError | null> => {
    const user = isKnown || isFromService ? claims.sub : undefined;
    const question = ask(backend, token, { ...terms, user }).finally(() => {
      if (state.asked.get(key) === question) state.asked.delete(key);
    });
    state.asked.set(key, question);
    return question;
  };
  const shared = state.asked.get(key);
  const error = await (shared ? joinCall(shared) : begin());
  if (error === LOST) {
    if (state.asked.get(key) === shared) state.asked.delete(key);
    return verifyAtService(backend, token, { claims, isFromService, ...terms });
  }
  if (error && !isRefusal(error)) return error;
  const refusedUntil = backend.runtime.now() + REMOTE_VERIFICATION_MS;
  remember(state, key, { isGood: !error, until: error ? refusedUntil : claims.exp * 1000 });
  return error ? "refused" : "good";
}
