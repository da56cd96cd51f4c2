import { DetailedError, type HttpRequest, type HttpResponse, Upload } from "tus-js-client";
import { identityHeaders, type ServiceOptions } from "../config/authorized-fetch.js";
import { RESUMABLE_THRESHOLD_BYTES } from "../config/constants.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { fromStorage } from "../errors/from-storage.js";
import { fingerprint } from "./fingerprint.js";
import type { StoredObject, UploadOptions } from "./objects.js";
import { storageFailure } from "./request.js";
import { type UploadTarget, uploadHeaders } from "./upload.js";

const OPERATION = "storage upload";

/** Statuses of an upload that ended: expired after 24 h, finished elsewhere or deleted. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Waits after a lost connection, in milliseconds; the sum outlasts a change of network. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Uploads a file in parts of 6 MiB, the size Supabase asks for, over the TUS protocol. Every part
 * takes a fresh token, a lost connection is taken up again, and a repeated upload of the same file
 * by the same user to the same path goes on where the last one stopped, also after a reload (24 h). When the service
 * no longer knows the parts sent before, the file starts again.
 * @throws BackendError of kind `storage`, `network` or `auth`
 * @see https://tus.io/protocols/resumable-upload
 */
export async function uploadResumable(
  options: ServiceOptions,
  target: UploadTarget,
  { body, upload: settings }: { body: Blob; upload: UploadOptions },
): Promise<StoredObject> {
  const { signal, onProgress, onRestart, metadata, cacheControl = 3600 } = settings;
  const described = uploadHeaders(body, settings);
  const { authorization = "" } = await identityHeaders(options, { operation: OPERATION, signal });
  const name = await fingerprint(body, { url: options.url, target, token: authorization });
  return new Promise((resolve, reject) => {
    const settled = () => signal?.removeEventListener("abort", abort);
    const fail = (error: unknown) => {
      settled();
      reject(uploadFailure(error, signal));
    };
    let isLost = false;
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
      fingerprint: async () => name,
      async onBeforeRequest(request) {
        const identity = await identityHeaders(options, { operation: OPERATION, signal });
        for (const [name, value] of Object.entries(identity)) request.setHeader(name, value);
      },
      onAfterResponse(request, response) {
        requireStanding(request, response);
        if (request.getMethod() === "HEAD" && GONE.has(response.getStatus())) onRestart?.();
      },
      onShouldRetry(error) {
        const status = statusOf(error);
        // Asking for the offset tells that it is gone, which begins a new upload; once is enough.
        if (GONE.has(status) && !isLost) {
          isLost = true;
          return true;
        }
        return mayPass(status, methodOf(error)) && globalThis.navigator?.onLine !== false;
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

/**
 * Keeps a refused caller's parts: the library would forget an upload whose offset it may not read
 * and send the whole file again. The answer to `HEAD` has no body.
 * @throws BackendError of kind `storage`
 */
function requireStanding(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  const isRefusal = status >= 400 && status < 500 && status !== 423 && !GONE.has(status);
  if (request.getMethod() === "HEAD" && isRefusal) throw answerFailure(status, "");
}

function statusOf(error: Error | DetailedError): number {
  if (!(error instanceof DetailedError)) return 0;
  const { causingError, originalResponse } = error;
  if (isBackendError(causingError)) return causingError.status ?? 0;
  return originalResponse?.getStatus() ?? 0;
}

function methodOf(error: Error | DetailedError): string | undefined {
  return error instanceof DetailedError ? error.originalRequest.getMethod() : undefined;
}

/**
 * Whether the same request may succeed later: a lost network, a server's failure, a lock, another
 * offset than ours. Creating an upload where an object is (409) never does.
 */
function mayPass(status: number, method: string | undefined): boolean {
  if (status === 409) return method !== "POST";
  return status < 400 || status >= 500 || status === 423;
}

/**
 * The service's codes by status: its resumable part answers with a sentence instead of a code.
 * Not when a page of HTML came, which someone else wrote.
 */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  // Said of a token that has ended, too.
  400: "InvalidRequest",
  401: "InvalidJWT",
  403: "AccessDenied",
  404: "NoSuchUpload",
  409: "KeyAlreadyExists",
  410: "NoSuchUpload",
  413: "EntityTooLarge",
  415: "InvalidMimeType",
};

function answerFailure(status: number, text: string): BackendError {
  const isSentence = !/^\s*[<{]/.test(text);
  const upstreamCode = isSentence ? CODE_OF_STATUS[status] : undefined;
  return upstreamCode === undefined
    ? storageFailure(text, { status, operation: OPERATION })
    : fromStorage({ status, operation: OPERATION, upstreamCode });
}

function uploadFailure(thrown: unknown, signal: AbortSignal | undefined): BackendError {
  if (isBackendError(thrown)) return thrown;
  if (thrown instanceof DetailedError) {
    if (isBackendError(thrown.causingError)) return thrown.causingError;
    const response = thrown.originalResponse;
    if (response && response.getStatus() > 0) {
      return answerFailure(response.getStatus(), response.getBody());
    }
  }
  return fromNetworkFailure(thrown, { operation: OPERATION, signal });
}
