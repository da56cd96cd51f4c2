import { isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { sessionMissing } from "../errors/session-missing.js";
import { eitherSignal } from "./either-signal.js";
import { defaultRuntime, type Runtime } from "./runtime.js";

/**
 * Returns an access token that has not expired, and never an API key.
 * @throws BackendError if no user is signed in or the session is unavailable
 */
export type AccessTokenSource = (options?: { signal?: AbortSignal | undefined }) => Promise<string>;

export interface ServiceOptions {
  /** Project URL without trailing slash, such as `http://127.0.0.1:54321`. */
  url: string;
  /** Publishable or legacy anonymous key; public. */
  anonKey: string;
  /** Clock, fetch and timers. Default: the platform's. */
  runtime?: Partial<Runtime> | undefined;
  /**
   * Returns the access token that every call sends. Calls then act as the user of the token. If
   * this function throws, the client sends no request. Default: calls are anonymous.
   */
  getAccessToken?: AccessTokenSource | undefined;
  /** Aborts every call of the client. Default: none. */
  signal?: AbortSignal | undefined;
}

/** Error messages contain `operation`, so `operation` must not contain ids or users' data. */
export interface ServiceRequest {
  operation: string;
  url: string;
  init?: RequestInit | undefined;
}

export async function identityHeaders(
  options: Pick<ServiceOptions, "anonKey" | "getAccessToken">,
  request: { operation: string; signal?: AbortSignal | undefined },
): Promise<Record<string, string>> {
  const { anonKey, getAccessToken } = options;
  if (getAccessToken) {
    const token = await getAccessToken({ signal: request.signal });
    if (!token || token === anonKey) throw sessionMissing(request.operation);
    return { apikey: anonKey, authorization: `Bearer ${token}` };
  }
  // Self-hosted storage also requires the legacy key, which is a JWT, in `authorization`.
  return anonKey.startsWith("sb_")
    ? { apikey: anonKey }
    : { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}

export async function authorizedFetch(
  options: ServiceOptions,
  { operation, url, init = {} }: ServiceRequest,
): Promise<Response> {
  const send = options.runtime?.fetch ?? defaultRuntime.fetch;
  const signal = eitherSignal(init.signal, options.signal);
  try {
    signal?.throwIfAborted();
    const identity = await identityHeaders(options, { operation, signal });
    signal?.throwIfAborted();
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(identity)) headers.set(name, value);
    return await send(url, { ...init, headers, ...(signal ? { signal } : {}) });
  } catch (thrown) {
    throw isBackendError(thrown) ? thrown : fromNetworkFailure(thrown, { operation, signal });
  }
}
