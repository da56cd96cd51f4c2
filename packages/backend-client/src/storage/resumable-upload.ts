import { DetailedError, Upload } from "tus-js-client";
import { identityHeaders, type ServiceOptions } from "../config/authorized-fetch.js";
import { RESUMABLE_THRESHOLD_BYTES } from "../config/constants.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import type { StoredObject, UploadOptions } from "./objects.js";
import { storageFailure } from "./request.js";
import { type UploadTarget, uploadHeaders } from "./upload.js";

const OPERATION = "storage upload";

/** Waits after a lost connection, in milliseconds; the sum outlasts a change of network. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Uploads a file in parts of 6 MiB, the size Supabase asks for, over the TUS protocol. Every part
 * takes a fresh token, a lost connection is taken up again, and a repeated upload of the same file
 * to the same path goes on where the last one stopped, also after a reload (24 h).
 * @throws BackendError of kind `storage`, `network` or `auth`
 * @see https://tus.io/protocols/resumable-upload
 */
export async function uploadResumable(
  options: ServiceOptions,
  target: UploadTarget,
  { body, upload: settings }: { body: Blob; upload: UploadOptions },
): Promise<StoredObject> {
  const { signal, onProgress, metadata, cacheControl = 3600 } = settings;
  const described = uploadHeaders(body, settings);
  await identityHeaders(options, { operation: OPERATION, signal });
  return new Promise((resolve, reject) => {
    const settled = () => signal?.removeEventListener("abort", abort);
    const fail = (error: unknown) => {
      settled();
      reject(uploadFailure(error, signal));
    };
    const upload = new Upload(body, {
      endpoint: `${options.url}/storage/v1/upload/resumable`,
      chunkSize: RESUMABLE_THRESHOLD_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      uploadDataDuringCreation: true,
      removeFingerprintOnSuccess: true,
      headers: { "x-upsert": described["x-upsert"] ?? "false" },
      metadata: {
        bucketName: target.bucket,
        objectName: target.path,
        contentType: described["content-type"] ?? "application/octet-stream",
        cacheControl: String(cacheControl),
        ...(metadata ? { metadata: JSON.stringify(metadata) } : {}),
      },
      fingerprint: async () => fingerprint(options.url, target, body),
      async onBeforeRequest(request) {
        const identity = await identityHeaders(options, { operation: OPERATION, signal });
        for (const [name, value] of Object.entries(identity)) request.setHeader(name, value);
      },
      onProgress: (sentBytes, totalBytes) => onProgress?.({ sentBytes, totalBytes }),
      onError: fail,
      onSuccess() {
        settled();
        resolve({ path: target.path, fullPath: `${target.bucket}/${target.path}` });
      },
    });
    function abort() {
      void upload.abort();
      fail(signal?.reason);
    }
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    void upload.findPreviousUploads().then(([previous]) => {
      if (signal?.aborted) return;
      if (previous) upload.resumeFromPreviousUpload(previous);
      upload.start();
    }, fail);
  });
}

/** Names one file on its way to one place; holds no user data beyond what the path says. */
function fingerprint(url: string, { bucket, path }: UploadTarget, body: Blob): string {
  const modified = body instanceof File ? body.lastModified : 0;
  return ["tus", url, bucket, path, body.size, modified].join("::");
}

function uploadFailure(thrown: unknown, signal: AbortSignal | undefined): BackendError {
  if (isBackendError(thrown)) return thrown;
  if (thrown instanceof DetailedError) {
    if (isBackendError(thrown.causingError)) return thrown.causingError;
    const response = thrown.originalResponse;
    if (response && response.getStatus() > 0) {
      const answer = { status: response.getStatus(), operation: OPERATION };
      return storageFailure(response.getBody(), answer);
    }
  }
  return fromNetworkFailure(thrown, { operation: OPERATION, signal });
}
