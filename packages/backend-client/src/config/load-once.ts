import { type BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";

/** A failed load is retried the next time. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<Result<T>> {
  let loading: Promise<Result<T>> | null = null;
  return () => {
    loading ??= load().then(
      (data) => ({ data, error: null }),
      (thrown) => {
        loading = null;
        return { data: null, error: loadFailure(thrown) };
      },
    );
    return loading;
  };
}

function loadFailure(thrown: unknown): BackendError {
  if (isBackendError(thrown)) return thrown;
  return fromNetworkFailure(thrown, { operation: "loading a part of the client" });
}
