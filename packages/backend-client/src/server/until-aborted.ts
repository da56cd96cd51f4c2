import { fromNetworkFailure } from "../errors/from-network.js";
import type { Session } from "../session/session.js";

/** Does not stop the work, because other callers may share it. */
export function untilAborted(
  work: Promise<Session>,
  signal: AbortSignal | undefined,
): Promise<Session> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      const error = fromNetworkFailure(signal.reason, { operation: "auth.session", signal });
      resolve({ status: "unavailable", error });
    };
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
