import type { BackendError } from "../errors/backend-error.js";

/**
 * Each request and each retry is charged right before it is sent. Requests for signing keys and the
 * request that ends a session are not limited.
 */
export interface CallLimiter {
  checkRateLimit(operation: string, user: string | undefined): BackendError | null;
  chargeRefusal(user: string | undefined): void;
  recordAnswer(isLimited: boolean): void;
}
