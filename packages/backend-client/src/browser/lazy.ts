import type { Result } from "../errors/backend-error.js";
import type { FunctionsClient } from "../functions/functions-client.js";
import type { StorageBucket } from "../storage/bucket.js";
import type { StorageClient } from "../storage/storage-client.js";

type Method = (...values: unknown[]) => Promise<Result<unknown>>;

/** The bucket is a `Proxy`, because a list of all method names would make the bundle larger. */
export function lazyStorage(
  load: () => Promise<Result<StorageClient>>,
): Pick<StorageClient, "from"> {
  return {
    from: (bucket) =>
      new Proxy({} as StorageBucket, {
        get: (_, name) =>
          // Without this check, `await` would treat the bucket as a promise.
          name === "then"
            ? undefined
            : async (...values: unknown[]) => {
                const storage = await load();
                if (storage.error) return storage;
                return (storage.data.from(bucket)[name as keyof StorageBucket] as Method)(
                  ...values,
                );
              },
      }),
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
