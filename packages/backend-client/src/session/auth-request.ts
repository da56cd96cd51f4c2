import type { Backend } from "../config/define-backend.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { fromForeignAnswer } from "../errors/from-network.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { type AuthCall, callAuth } from "./auth-http.js";
import { REFRESH_PATH } from "./auth-transport.js";
import { acquirePermit, type BreakerChange, breakerStatus, isServiceFault } from "./breaker.js";
import type { CallTime } from "./call-time.js";
import { isRequestLimit, retryDelayMs } from "./holds.js";
import { projectState } from "./project-state.js";
import type { Report } from "./report-types.js";

export interface CallTerms {
  headers?: Record<string, string> | undefined;
  limiter?: CallLimiter | undefined;
  log?: Report | undefined;
  user?: string | undefined;
  time?: CallTime | undefined;
}

export type Asked<T> = { value: T; error: null } | { value: null; error: BackendError };

function isServersLimit(call: AuthCall, error: BackendError): boolean {
  const isTold = call.headers?.["sb-forwarded-for"] !== undefined;
  return call.path === REFRESH_PATH && isRequestLimit(error) && !isTold;
}

export async function requestAuth<T>(
  backend: Backend,
  call: AuthCall & Pick<CallTerms, "user" | "log">,
  read: (body: unknown) => T | null | Promise<T | null>,
): Promise<Asked<T>> {
  const { runtime } = backend;
  const { operation, user, isForAll, log } = call;
  const { breaker } = projectState(backend.url);
  const permit = acquirePermit(breaker, { nowMs: runtime.now(), operation, user, isForAll });
  if (isBackendError(permit)) return { value: null, error: permit };
  const { watcher } = log ?? {};
  const before = breaker.error;
  if (permit.isProbe && before)
    watcher?.serviceFault({ operation, error: before, breaker: "probe" });
  let change: BreakerChange = null;
  let failed: BackendError | null = null;
  try {
    const { body, error, sent } = await callAuth(backend, call);
    const value = error ? null : await read(body);
    const unread = () => fromForeignAnswer({ status: sent?.answer?.status ?? 200, operation });
    const failure = error ?? (value === null ? unread() : null);
    if (sent && failure && isServersLimit(call, failure)) {
      change = permit.pause(sent, retryDelayMs(failure), runtime.now());
    } else if (sent) change = permit.settle(sent, failure, runtime.now());
    if (sent && failure && isServiceFault(failure)) failed = failure;
    return failure ? { value: null, error: failure } : { value: value as T, error: null };
  } finally {
    permit.release(runtime.now());
    if (change === "opened")
      log?.("breaker_opened", { operation, seconds: breaker.pauseMs / 1000 });
    if (change === "closed") log?.("breaker_closed", { operation });
    const error = failed ?? (change === null ? null : (breaker.error ?? before));
    if (error) watcher?.serviceFault({ operation, error, breaker: breakerStatus(breaker) });
  }
}
