import { DetailedError, type HttpRequest, type HttpResponse, Upload } from "tus-js-client";
import { identityHeaders, type ServiceOptions } from "../config/authorized-fetch.js";
import { RESUMABLE_THRESHOLD_BYTES } from "../config/constants.js";
import { type BackendError, isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { fingerprint } from "./fingerprint.js";
import type { StoredObject, UploadOptions } from "./objects.js";
import { type UploadTarget, uploadHeaders } from "./upload.js";
import { noteStatus, resumableRefusal } from "./upload-refusal.js";

const OPERATION = "storage upload";

/**
 * Statuses for an upload that expired after 24 h, was deleted, or was finished by another client.
 */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** In total, the delays are longer than a device needs to change its network. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Supabase requires parts of 6 MiB.
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
      headers: { "x-upsert": String(settings.upsert ?? false) },
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
        watch(request);
      },
      onAfterResponse(request, response) {
        requireStanding(request, response);
        if (request.getMethod() === "HEAD" && GONE.has(response.getStatus())) onRestart?.();
      },
      onShouldRetry(error) {
        const status = statusOf(error);
        // The retry requests the offset of the lost upload. The service refuses that request too,
        // and the TUS client then starts a new upload. Allow this once.
        if (GONE.has(status) && !isLost) {
          isLost = true;
          return true;
        }
        return mayPass(status, error) && globalThis.navigator?.onLine !== false;
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
 * The TUS client forgets an upload whose offset request (HEAD) is refused, so the user could not
 * resume that upload. Throw before the client does so.
 */
function requireStanding(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  const isRefusal = status >= 400 && status < 500 && status !== 423 && !GONE.has(status);
  if (request.getMethod() === "HEAD" && isRefusal)
    throw resumableRefusal("", { status, operation: OPERATION });
}

const early = new WeakMap<HttpRequest, () => number>();

function watch(request: HttpRequest): void {
  const sender: unknown = request.getUnderlyingObject();
  if (typeof XMLHttpRequest === "undefined" || !(sender instanceof XMLHttpRequest)) return;
  early.set(request, noteStatus(sender));
}

function statusOf(error: Error | DetailedError): number {
  if (!(error instanceof DetailedError)) return 0;
  const { causingError, originalRequest, originalResponse } = error;
  if (isBackendError(causingError)) return causingError.status ?? 0;
  return originalResponse?.getStatus() || (early.get(originalRequest)?.() ?? 0);
}

function isTaken(error: Error | DetailedError): boolean {
  if (!(error instanceof DetailedError)) return false;
  // In response to a part (PATCH), a 409 may also mean that the offset is wrong.
  const isPart = error.originalRequest.getMethod() === "PATCH";
  return !isPart || /already exists/i.test(error.originalResponse?.getBody() ?? "");
}

function mayPass(status: number, error: Error | DetailedError): boolean {
  if (status === 409) return !isTaken(error);
  return status < 400 || status >= 500 || status === 423;
}

function uploadFailure(thrown: unknown, signal: AbortSignal | undefined): BackendError {
  if (isBackendError(thrown)) return thrown;
  if (thrown instanceof DetailedError) {
    if (isBackendError(thrown.causingError)) return thrown.causingError;
    const status = statusOf(thrown);
    const text = thrown.originalResponse?.getBody() ?? "";
    if (status > 0) return resumableRefusal(text, { status, operation: OPERATION });
  }
  return fromNetworkFailure(thrown, { operation: OPERATION, signal });
}
