import { identityHeaders, type ServiceOptions } from "../config/authorized-fetch.js";
import { BackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import type { StoredObject, UploadBody, UploadOptions, WholeUploadOptions } from "./objects.js";
import { objectUrl, type StorageRequest, send, storageFailure } from "./request.js";
import { noteStatus, uploadRefusal } from "./upload-refusal.js";

const OPERATION = "storage upload";

const CACHE_SECONDS = 3600;

/** @see RFC 9110 §8.3.1 */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:\s*;[\x20-\x7e\t]*)?$/;

function invalidType(): BackendError {
  return new BackendError({
    kind: "storage",
    code: "InvalidMimeType",
    message: `${OPERATION} was not sent: contentType must be a media type such as image/png.`,
    operation: OPERATION,
  });
}

export interface UploadTarget {
  bucket: string;
  path: string;
}

export type Uploader = (
  options: ServiceOptions,
  target: UploadTarget,
  file: { body: UploadBody; upload: UploadOptions },
) => Promise<StoredObject>;

export const uploadOnServer: Uploader = async (options, target, file) => {
  if (file.upload.resumable) throw new TypeError("A resumable upload needs a browser.");
  return uploadWhole(options, target, file);
};

export const uploadWhole: Uploader = async (options, target, { body, upload }) => {
  const { bucket, path } = target;
  const headers = { ...uploadHeaders(body, upload), "x-upsert": String(upload.upsert ?? false) };
  const url = `/object/${objectUrl(bucket, path, OPERATION)}`;
  return store(options, target, { method: "POST", path: url, body, headers, upload });
};

export async function replaceObject(
  options: ServiceOptions,
  target: UploadTarget,
  { body, upload }: { body: UploadBody; upload: WholeUploadOptions },
): Promise<StoredObject> {
  const path = `/object/${objectUrl(target.bucket, target.path, OPERATION)}`;
  const headers = uploadHeaders(body, upload);
  return store(options, target, { method: "PUT", path, body, headers, upload });
}

/** The token in the URL is the permission, so the request needs no session. */
export async function uploadSigned(
  options: ServiceOptions,
  target: UploadTarget,
  { token, body, upload }: { token: string; body: UploadBody; upload: WholeUploadOptions },
): Promise<StoredObject> {
  const object = objectUrl(target.bucket, target.path, OPERATION);
  const path = `/object/upload/sign/${object}?${new URLSearchParams({ token })}`;
  const headers = uploadHeaders(body, upload);
  const anonymous = { ...options, getAccessToken: undefined };
  return store(anonymous, target, { method: "PUT", path, body, headers, upload });
}

interface UploadRequest {
  method: "POST" | "PUT";
  path: string;
  body: UploadBody;
  headers: Record<string, string>;
  upload: WholeUploadOptions;
}

/** `fetch` reports no progress, so prefer `XMLHttpRequest`. */
async function store(
  options: ServiceOptions,
  target: UploadTarget,
  request: UploadRequest,
): Promise<StoredObject> {
  const { body } = request;
  const answer =
    typeof XMLHttpRequest === "undefined" || body instanceof ReadableStream
      ? await sendWhole(options, request)
      : await sendWithProgress(options, { ...request, body });
  return storedObject(answer, target);
}

function storedObject(text: string, { bucket, path }: UploadTarget): StoredObject {
  try {
    const { Id: id, Key: key } = JSON.parse(text) as { Id?: string; Key?: string };
    return { ...(id ? { id } : {}), path, fullPath: key ?? `${bucket}/${path}` };
  } catch {
    throw storageFailure(text, { status: 200, operation: OPERATION });
  }
}

export function uploadHeaders(
  body: UploadBody,
  upload: WholeUploadOptions,
): Record<string, string> {
  const { contentType, cacheControl = CACHE_SECONDS, metadata } = upload;
  const ownType = body instanceof Blob ? body.type : "";
  const type = contentType || ownType || "application/octet-stream";
  if (!MEDIA_TYPE.test(type)) throw invalidType();
  return {
    "content-type": type,
    "cache-control": `max-age=${cacheControl}`,
    ...(metadata ? { "x-metadata": base64Json(metadata) } : {}),
  };
}

async function sendWhole(
  options: ServiceOptions,
  { method, path, body, headers, upload: { signal } }: UploadRequest,
): Promise<string> {
  const sent: StorageRequest = { operation: OPERATION, method, path, body, headers, signal };
  const response = await send(options, { ...sent, refusal: uploadRefusal });
  return response.text().catch((thrown) => {
    throw fromNetworkFailure(thrown, { operation: OPERATION, signal });
  });
}

async function sendWithProgress(
  options: ServiceOptions,
  request: UploadRequest & { body: Exclude<UploadBody, ReadableStream> },
): Promise<string> {
  const { signal, onProgress } = request.upload;
  const identity = await identityHeaders(options, { operation: OPERATION, signal });
  return new Promise((resolve, reject) => {
    const failed = (thrown: unknown) =>
      reject(fromNetworkFailure(thrown, { operation: OPERATION, signal }));
    if (signal?.aborted) return failed(signal.reason);
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const settled = () => signal?.removeEventListener("abort", abort);
    xhr.open(request.method, `${options.url}/storage/v1${request.path}`);
    for (const [name, value] of Object.entries({ ...request.headers, ...identity })) {
      xhr.setRequestHeader(name, value);
    }
    xhr.upload.onprogress = ({ loaded, total }) =>
      onProgress?.({ sentBytes: loaded, totalBytes: total });
    xhr.onabort = () => failed(new DOMException("aborted", "AbortError"));
    const early = noteStatus(xhr);
    xhr.onerror = () => {
      const status = early();
      if (status >= 400) reject(uploadRefusal("", { status, operation: OPERATION }));
      else failed(new TypeError("network"));
    };
    xhr.onload = () => {
      const { status, responseText } = xhr;
      if (status >= 200 && status < 300) return resolve(responseText);
      const requestId = requestIdOf(xhr);
      reject(uploadRefusal(responseText, { status, operation: OPERATION, requestId }));
    };
    xhr.onloadend = settled;
    signal?.addEventListener("abort", abort);
    xhr.send(request.body);
  });
}

/**
 * Does not call `getResponseHeader`, which logs an error if the gateway does not expose the header.
 */
function requestIdOf(xhr: Pick<XMLHttpRequest, "getAllResponseHeaders">): string | undefined {
  return /^sb-request-id: *([^\r\n]+)/im.exec(xhr.getAllResponseHeaders())?.[1];
}

function base64Json(value: Record<string, unknown>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
