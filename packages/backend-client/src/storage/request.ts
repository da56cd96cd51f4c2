import { authorizedFetch, type ServiceOptions } from "../config/authorized-fetch.js";
import { defaultRuntime } from "../config/runtime.js";
import { cleanPath, encodePath } from "../config/url-path.js";
import { type BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromNetworkFailure, retryAfterSeconds } from "../errors/from-network.js";
import { fromStorage, type StorageAnswer } from "../errors/from-storage.js";

export interface StorageRequest {
  operation: string;
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  path: string;
  json?: unknown;
  body?: BodyInit | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  refusal?: typeof storageFailure | undefined;
}

export async function settle<T>(run: () => Promise<T>): Promise<Result<T>> {
  try {
    return { data: await run(), error: null };
  } catch (thrown) {
    if (!isBackendError(thrown)) throw thrown;
    return { data: null, error: thrown };
  }
}

export async function send(options: ServiceOptions, request: StorageRequest): Promise<Response> {
  const { operation, method, signal, json, refusal = storageFailure } = request;
  const headers = new Headers(request.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? request.body : JSON.stringify(json);
  const init: RequestInit & { duplex?: "half" } = { method, headers };
  if (body !== undefined) init.body = body;
  if (body instanceof ReadableStream) init.duplex = "half";
  if (signal) init.signal = signal;
  const url = `${options.url}/storage/v1${request.path}`;
  const response = await authorizedFetch(options, { operation, url, init });
  if (response.ok) return response;
  const text = await response.text().catch(() => "");
  throw refusal(text, {
    status: response.status,
    operation,
    retryAfterSeconds: retryAfterSeconds(
      response.headers,
      (options.runtime?.now ?? defaultRuntime.now)(),
    ),
    requestId: response.headers.get("sb-request-id") ?? undefined,
  });
}

export async function sendForJson(
  options: ServiceOptions,
  request: StorageRequest,
): Promise<unknown> {
  const response = await send(options, request);
  const { operation, signal } = request;
  return response.json().catch((thrown) => {
    throw fromNetworkFailure(thrown, { operation, signal });
  });
}

/** The service sends most errors with HTTP 400, and the real status in `statusCode`. */
export function storageFailure(
  text: string,
  answer: Omit<StorageAnswer, "upstreamCode">,
): BackendError {
  const body = parseObject(text);
  const status = Number(body.statusCode) || answer.status;
  const code = body.code ?? body.error;
  const upstreamCode = typeof code === "string" ? code : undefined;
  return fromStorage({ ...answer, status, upstreamCode });
}

export function objectKey(bucket: string, path: string, operation: string): string {
  cleanPath(bucket, { kind: "storage", operation });
  return cleanPath(path, { kind: "storage", operation });
}

export function objectUrl(bucket: string, path: string, operation: string): string {
  return `${encodeURIComponent(bucket)}/${encodePath(objectKey(bucket, path, operation))}`;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
