import type { ServiceOptions } from "../config/authorized-fetch.js";
import { defaultRuntime } from "../config/runtime.js";
import { openBucket, type StorageBucket } from "./bucket.js";
import { createSignedUrlCache } from "./signed-url-cache.js";
import { type Uploader, uploadOnServer } from "./upload.js";

export interface StorageClient {
  from(bucket: string): StorageBucket;
  clearSignedUrls(): void;
}

/**
 * Creates the storage client of one caller.
 * @param upload the function that stores a file; default: one that sends the file in one request
 * @example
 * const storage = createStorageClient({ url, anonKey, getAccessToken });
 * const { error } = await storage.from("documents").upload(path, file, { onProgress });
 */
export function createStorageClient(
  options: ServiceOptions,
  upload: Uploader = uploadOnServer,
): StorageClient {
  const { now = defaultRuntime.now } = options.runtime ?? {};
  const cache = createSignedUrlCache({ now, monotonicNow: () => performance.now() });
  return {
    from: (bucket) => openBucket(options, bucket, { cache, upload }),
    clearSignedUrls: cache.clear,
  };
}
