import { isBackendError, type Result } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";

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
