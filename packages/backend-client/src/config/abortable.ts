import { isBackendError, type Result } from "../errors/backend-error.js";
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

/** The same for work that answers `{ data, error }`: leaving is the error `aborted`. */
export async function abortableResult<T>(
  work: Promise<Result<T>>,
  call: { operation: string; signal?: AbortSignal | undefined },
): Promise<Result<T>> {
  try {
    return await abortable(work, call);
  } catch (thrown) {
    if (!isBackendError(thrown)) throw thrown;
    return { data: null, error: thrown };
  }
}
