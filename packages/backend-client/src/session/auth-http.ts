import { AUTH_DEADLINE_MS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { BackendError } from "../errors/backend-error.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { type SentCall, sendAuth, wasSent } from "./auth-transport.js";
import { CallTime } from "./call-time.js";
import type { Report } from "./report-types.js";

const RETRY_PAUSE_MS = 150;
const WORTHWHILE_MS = 500;

export interface AuthCall {
  path: string;
  operation: string;
  method?: "GET" | "POST";
  body?: unknown;
  bearer?: string;
  headers?: Record<string, string> | undefined;
  limiter?: CallLimiter | undefined;
  log?: Report | undefined;
  user?: string | undefined;
  /**
   * True if the call is the same for every visitor. The circuit breaker can then open without
   * failures of several users.
   */
  isForAll?: boolean | undefined;
  isRepeatable?: boolean | undefined;
  time?: CallTime | undefined;
}

export type AuthCallResult = (
  | { body: unknown; error: null }
  | { body: null; error: BackendError }
) & {
  sent: SentCall | null;
};

function isWorthAnotherAttempt(error: BackendError | null): boolean {
  if (!error?.retryable) return false;
  const { status = 0 } = error;
  return status < 300 || status >= 500;
}

export function timeSpent(operation: string): BackendError {
  return new BackendError({
    kind: "network",
    code: "service_unavailable",
    message: `${operation} was not sent: this request has no time left to wait for the auth service. Try again in a moment.`,
    retryable: true,
    operation,
  });
}

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
  return wasSent(again) ? again : first;
}

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
      log: call.log,
      user: call.user,
      timeoutMs: time.leftMs,
    }),
  );
  if (!wasSent(result)) return { body: null, error: result, sent: null };
  const { answer, error } = result;
  if (error) return { body: null, error, sent: result };
  return { body: answer?.body, error: null, sent: result };
}
