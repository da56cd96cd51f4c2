import { fromNetworkFailure } from "../errors/from-network.js";

/**
 * Lets one caller go without ending what others wait for: the work goes on, its caller gets
 * `aborted` at once.
 * @throws BackendError `aborted`, or `timeout` when the signal says so; and what the work throws
 */
export function abortable<T>(
  work: Promise<T>,
  { operation, signal }: { operation: string; signal?: AbortSignal | undefined },
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(fromNetworkFailure(signal.reason, { operation, signal }));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
