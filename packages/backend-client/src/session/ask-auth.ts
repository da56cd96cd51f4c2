import type { Backend } from "../config/define-backend.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { fromForeignAnswer } from "../errors/from-network.js";
import { type AuthCall, callAuth } from "./auth-call.js";
import { passBreaker } from "./breaker.js";
import type { CallBudget } from "./call-budget.js";
import { projectState } from "./project-state.js";

/** On whose account the auth service is called. */
export interface CallTerms {
  /** Extra headers for the call, such as the visitor's address. */
  headers?: Record<string, string> | undefined;
  /** Asked before a call is made, not for callers who share one; answers why it must not be. */
  admit?: (() => BackendError | null) | undefined;
  /** What the request may spend. Default: a budget for each call. */
  budget?: CallBudget | undefined;
}

/** What a call brought, or why it brought nothing. */
export type Asked<T> = { value: T; error: null } | { value: null; error: BackendError };

/** A limit of the service that counts the visitor, whose address it was told, says nothing of others. */
function isVisitorsOwn(call: AuthCall, error: BackendError | null): boolean {
  return error?.status === 429 && call.headers?.["sb-forwarded-for"] !== undefined;
}

/**
 * Calls the auth service unless it keeps failing, and takes note of how it does.
 * @param read narrows the answer; null means that the service did not write it
 */
export async function askAuth<T>(
  backend: Backend,
  call: AuthCall,
  read: (body: unknown) => T | null | Promise<T | null>,
): Promise<Asked<T>> {
  const { runtime } = backend;
  const { operation } = call;
  const passage = passBreaker(projectState(backend.url).breaker, runtime.now(), operation);
  if (isBackendError(passage)) return { value: null, error: passage };
  const { body, error, sent } = await callAuth(backend, call);
  const value = error ? null : await read(body);
  const failure = error ?? (value === null ? fromForeignAnswer({ status: 200, operation }) : null);
  if (sent && !isVisitorsOwn(call, failure)) passage.settle(sent, failure, runtime.now());
  else passage.release(runtime.now());
  return failure ? { value: null, error: failure } : { value: value as T, error: null };
}
