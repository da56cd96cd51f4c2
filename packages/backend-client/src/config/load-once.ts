import { BackendError, isBackendError, type Result } from "../errors/backend-error.js";

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
  return new BackendError({
    kind: "network",
    code: "unreachable",
    message:
      "A part of the SDK could not be loaded. Check the connection and the files of the app.",
    retryable: true,
    operation: "load",
    cause: thrown,
  });
}
