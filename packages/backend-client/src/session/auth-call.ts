import type { Backend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import { authCodeOf, fromAuth } from "../errors/from-auth.js";
import {
  fromForeignAnswer,
  fromNetworkFailure,
  retryAfterSeconds,
} from "../errors/from-network.js";
import { isOwnAnswer } from "./breaker.js";
import { CallBudget } from "./call-budget.js";

/** Pause before the second attempt; short, since a person is waiting. */
const RETRY_PAUSE_MS = 150;
/** A second attempt needs this much of the deadline to make sense. */
const WORTHWHILE_MS = 500;

/** One request to the auth service. */
export interface AuthCall {
  /** Path below `/auth/v1`, such as `/token?grant_type=refresh_token`. */
  path: string;
  operation: string;
  method?: "GET" | "POST";
  body?: unknown;
  /** Access token to act with. */
  bearer?: string;
  /** Extra headers, such as the forwarded address of the visitor. */
  headers?: Record<string, string> | undefined;
  /** What the request it is made for may spend. Default: a budget of its own. */
  budget?: CallBudget | undefined;
}

/** A parsed answer of the auth service, or the reason why there is none. */
export type AuthCallResult = { body: unknown; error: null } | { body: null; error: BackendError };

/** Runs work with a signal that aborts, and an answer that rejects, when the time is over. */
export async function withDeadline<T>(
  backend: Pick<Backend, "runtime">,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let cancel = (): void => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = backend.runtime.schedule(() => {
      const reason = new DOMException("deadline", "TimeoutError");
      controller.abort(reason);
      reject(reason);
    }, milliseconds);
  });
  try {
    // Raced, not only aborted: an injected fetch, or a body, may ignore the signal.
    return await Promise.race([work(controller.signal), late]);
  } finally {
    cancel();
  }
}

async function attempt(
  backend: Backend,
  call: AuthCall,
  signal: AbortSignal,
): Promise<AuthCallResult> {
  const { operation } = call;
  let response: Response;
  let text: string;
  try {
    response = await backend.runtime.fetch(`${backend.url}/auth/v1${call.path}`, {
      method: call.method ?? "POST",
      headers: {
        apikey: backend.anonKey,
        "x-supabase-api-version": "2024-01-01",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    text = await response.text();
  } catch (thrown) {
    return { body: null, error: fromNetworkFailure(thrown, { operation, signal }) };
  }
  const { status, headers } = response;
  const facts = {
    status,
    operation,
    retryAfterSeconds: retryAfterSeconds(headers, backend.runtime.now()),
    requestId: headers.get("sb-request-id") ?? headers.get("x-request-id") ?? undefined,
  };
  let body: unknown = null;
  try {
    body = text === "" ? null : JSON.parse(text);
  } catch {
    return { body: null, error: fromForeignAnswer(facts) };
  }
  if (response.ok) return { body, error: null };
  return { body: null, error: fromAuth({ ...facts, upstreamCode: authCodeOf(body) }) };
}

/** A rate limit is no reason to ask again; a refusal neither. */
function isWorthAnotherAttempt(error: BackendError): boolean {
  return error.retryable && error.status !== 429;
}

/** Why a call is not made whose request has nothing left to spend on it. */
export function budgetSpent(operation: string): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was not tried: the auth service failed this request before. Try again in a moment.`,
    retryable: true,
    operation,
  });
}

/**
 * Calls the auth service: within its request's budget, at most one retry, each failure told apart.
 * Never throws.
 */
export async function callAuth(backend: Backend, call: AuthCall): Promise<AuthCallResult> {
  const { operation, budget = new CallBudget(backend.runtime) } = call;
  if (!budget.take()) return { body: null, error: budgetSpent(operation) };
  const isWorthwhile = (error: BackendError | null): boolean =>
    error !== null && isWorthAnotherAttempt(error) && budget.leftMs >= WORTHWHILE_MS;
  let result: AuthCallResult;
  try {
    result = await withDeadline(backend, budget.leftMs, async (signal) => {
      const first = await attempt(backend, call, signal);
      if (signal.aborted || !isWorthwhile(first.error) || !budget.takeRetry()) return first;
      await new Promise<void>((resolve) => backend.runtime.schedule(resolve, RETRY_PAUSE_MS));
      return attempt(backend, call, signal);
    });
  } catch (thrown) {
    result = { body: null, error: fromNetworkFailure(thrown, { operation }) };
  }
  if (result.error && !isOwnAnswer(result.error)) budget.noteFailure();
  return result;
}
