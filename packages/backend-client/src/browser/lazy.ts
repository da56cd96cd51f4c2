import { type BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import type { FunctionsClient } from "../functions/functions-client.js";
import type { StorageBucket } from "../storage/bucket.js";
import type { StorageClient } from "../storage/storage-client.js";

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

const BUCKET_METHODS = [
  "upload",
  "download",
  "info",
  "remove",
  "move",
  "copy",
  "list",
  "listAll",
  "createSignedUrl",
  "signedUrl",
] as const satisfies readonly (keyof StorageBucket)[];

type Method = (...values: unknown[]) => Promise<Result<unknown>>;

export function lazyStorage(
  load: () => Promise<Result<StorageClient>>,
): Pick<StorageClient, "from"> {
  return {
    from(bucket) {
      const method =
        (name: keyof StorageBucket): Method =>
        async (...values) => {
          const storage = await load();
          if (storage.error) return storage;
          const call = storage.data.from(bucket)[name] as Method;
          return call(...values);
        };
      const methods = BUCKET_METHODS.map((name) => [name, method(name)]);
      return Object.fromEntries(methods) as StorageBucket;
    },
  };
}

export function lazyFunctions(load: () => Promise<Result<FunctionsClient>>): FunctionsClient {
  return {
    async invoke(name, options) {
      const functions = await load();
      return functions.error ? functions : functions.data.invoke(name, options);
    },
  };
}
