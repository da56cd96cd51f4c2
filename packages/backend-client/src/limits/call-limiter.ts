import type { BackendError } from "../errors/backend-error.js";

export interface CallLimiter {
  checkRateLimit(operation: string, user: string | undefined): BackendError | null;
  chargeRefusal(user: string | undefined): void;
  recordAnswer(isLimited: boolean): void;
}
