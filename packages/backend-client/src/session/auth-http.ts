import { AUTH_DEADLINE_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { CallTime } from "./call-time.js";
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
  /** Pays for each request. Default: it is free. */
  limiter?: CallLimiter | undefined;
  /** The user whose proven session the call serves. Default: none. */
  user?: string | undefined;
  /** Whether it is the same for every visitor, so that none can make it fail. Default: it is not. */
  isForAll?: boolean | undefined;
  /** Whether it may be made twice, as what reads or refreshes. Default: only a GET. */
  isRepeatable?: boolean | undefined;
  /** What the request it is made for may spend. Default: 3 s of its own. */
  time?: CallTime | undefined;
}

/** A parsed answer of the auth service, or the reason why there is none. */
export type AuthCallResult = (
  | { body: unknown; error: null }
  | { body: null; error: BackendError }
) & {
  /** The request that left this process last; null when none did. */
  sent: SentCall | null;
};

/** No answer, half of one, or a failure: another try may help. A refusal or a limit stays one. */
function isWorthAnotherAttempt(error: BackendError | null): boolean {
  if (!error?.retryable) return false;
  const { status = 0 } = error;
  return status < 300 || status >= 500;
}

/** Why a call is not made whose request has no time left for it. */
export function timeSpent(operation: string): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was not tried: this request has no time left to wait for the auth service. Try again in a moment.`,
    retryable: true,
    operation,
  });
}

/** Sends a request once more when that may help, is harmless, and leaves time for an answer. */
export async function repeatOnce(
  { runtime }: Pick<Backend, "runtime">,
  { isRepeatable, time }: { isRepeatable: boolean; time: CallTime },
  send: () => Promise<SentCall | BackendError>,
): Promise<SentCall | BackendError> {
  const first = await send();
  if (!isRepeatable || !wasSent(first) || !isWorthAnotherAttempt(first.error)) return first;
  if (time.leftMs < WORTHWHILE_MS) return first;
  await new Promise<void>((resolve) => runtime.schedule(resolve, RETRY_PAUSE_MS));
  const again = await send();
  // An error of a call held back in the meantime says less than the answer before it.
  return wasSent(again) ? again : first;
}

/**
 * Calls the auth service: within its request's time, at most one retry, each failure told apart.
 * Never throws.
 */
export async function callAuth(backend: Backend, call: AuthCall): Promise<AuthCallResult> {
  const { operation, method = "POST", body, bearer } = call;
  const { time = new CallTime(backend.runtime, AUTH_DEADLINE_MS) } = call;
  if (time.leftMs <= 0) return { body: null, error: timeSpent(operation), sent: null };
  const isRepeatable = call.isRepeatable ?? method === "GET";
  const result = await repeatOnce(backend, { isRepeatable, time }, () =>
    sendAuth(backend, {
      operation,
      path: call.path,
      method,
      headers: {
        apikey: backend.anonKey,
        "x-supabase-api-version": "2024-01-01",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      forwarded: call.headers,
      limiter: call.limiter,
      user: call.user,
      timeoutMs: time.leftMs,
    }),
  );
  if (!wasSent(result)) return { body: null, error: result, sent: null };
  const { answer, error } = result;
  if (error) return { body: null, error, sent: result };
  return { body: answer?.body, error: null, sent: result };
}
