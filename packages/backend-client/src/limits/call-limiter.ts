import type { BackendError } from "../errors/backend-error.js";

/**
 * Limits calls to the auth service. Each request is charged right before it is sent, and so is each
 * retry. Requests for signing keys and the request that ends a session are not limited.
 */
export interface CallLimiter {
  /**
   * Charges one call. Returns an error if a rate limit refuses the call. `user` is the `sub` of the
   * verified session that the call is for; undefined without a session.
   */
  checkRateLimit(operation: string, user: string | undefined): BackendError | null;
  chargeRefusal(user: string | undefined): void;
  /**
   * Records a response. `isLimited` is true if the auth service refused the call because of a rate
   * limit.
   */
  recordAnswer(isLimited: boolean): void;
}
