import type { BackendError } from "../errors/backend-error.js";

/**
 * Counts the calls of one request's visitor to the auth service. Each call is paid for right before
 * it is sent, a second attempt too; key fetches and sign-out have no limiter.
 */
export interface CallLimiter {
  /**
   * Pays for one call.
   * @param user `sub` of the session that the call serves; undefined when no token proves it
   * @returns why the call must not be made, or null
   */
  pay(operation: string, user: string | undefined): BackendError | null;
  /** Charges for a refresh or token that the service refused. */
  chargeRefusal(user: string | undefined): void;
  /**
   * Notes the answer to the call that was paid for last.
   * @param isLimited whether the service refused it because of too many calls
   */
  noteAnswer(isLimited: boolean): void;
}
