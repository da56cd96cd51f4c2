import type { BackendError } from "../errors/backend-error.js";

/**
 * Each request and each retry is charged right before it is sent. Requests for signing keys and the
 * request that ends a session are not limited.
 */
export interface CallLimiter {
  /** `user` is the `sub` of the verified session that the call is for. */
  checkRateLimit(operation: string, user: string | undefined): BackendError | null;
  chargeRefusal(user: string | undefined): void;
  /** `isLimited` is true if the auth service refused the call because of a rate limit. */
  recordAnswer(isLimited: boolean): void;
}
