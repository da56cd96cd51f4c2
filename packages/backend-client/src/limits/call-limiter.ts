import type { BackendError } from "../errors/backend-error.js";

/** Every attempt counts right before it is sent. Key fetches and sign-outs are not limited. */
export interface CallLimiter {
  /** `user` is the `sub` of the verified session for the call; undefined without a session. */
  checkRateLimit(operation: string, user: string | undefined): BackendError | null;
  chargeRefusal(user: string | undefined): void;
  /** `isLimited`: the service refused the call because of too many calls. */
  recordAnswer(isLimited: boolean): void;
}
