import type { BackendError } from "../errors/backend-error.js";

/**
 * Counts the calls of one request's visitor to the auth service. Every attempt is counted right before
 * it is sent. Key fetches and sign-out are not limited.
 */
export interface CallLimiter {
  /**
   * Checks the rate limits for one call and counts it.
   * @param user `sub` of the verified session that the call serves; undefined without one
   * @returns the error if the call must not be made, or null
   */
  checkRateLimit(operation: string, user: string | undefined): BackendError | null;
  /** Charges for a refresh or token that the service refused. */
  chargeRefusal(user: string | undefined): void;
  /**
   * Records the answer to the last counted call.
   * @param isLimited whether the service refused it because of too many calls
   */
  recordAnswer(isLimited: boolean): void;
}
