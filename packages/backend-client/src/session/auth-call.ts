import type { Backend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import { isOwnAnswer } from "./breaker.js";
import { CallBudget } from "./call-budget.js";
import { type SentCall, sendAuth, wasSent } from "./send-auth.js";

/** Pause before the second attempt; short, since a person is waiting. */
const RETRY_PAUSE_MS = 150;
/** A second attempt needs this much of the deadline to make sense. */
const WORTHWHILE_MS = 500;

/** One call of the auth service. */
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
export type AuthCallResult = (
  | { body: unknown; error: null }
  | { body: null; error: BackendError }
) & {
  /** The request that left this process last; null when none did. */
  sent: SentCall | null;
};

async function attempt(
  backend: Backend,
  call: AuthCall,
  timeoutMs: number,
): Promise<AuthCallResult> {
  const result = await sendAuth(backend, {
    operation: call.operation,
    path: call.path,
    method: call.method ?? "POST",
    headers: {
      apikey: backend.anonKey,
      "x-supabase-api-version": "2024-01-01",
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    forwarded: call.headers,
    timeoutMs,
  });
  if (!wasSent(result)) return { body: null, error: result, sent: null };
  const { answer, error } = result;
  if (error) return { body: null, error, sent: result };
  return { body: answer?.body, error: null, sent: result };
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
  if (!budget.take()) return { body: null, error: budgetSpent(operation), sent: null };
  const isWorthwhile = (error: BackendError | null): boolean =>
    error !== null && isWorthAnotherAttempt(error) && budget.leftMs >= WORTHWHILE_MS;
  let result = await attempt(backend, call, budget.leftMs);
  if (isWorthwhile(result.error) && budget.takeRetry()) {
    await new Promise<void>((resolve) => backend.runtime.schedule(resolve, RETRY_PAUSE_MS));
    const again = await attempt(backend, call, budget.leftMs);
    result = { ...again, sent: again.sent ?? result.sent };
  }
  if (result.error && !isOwnAnswer(result.error)) budget.noteFailure();
  return result;
}
