import { BackendError, isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { defaultRuntime, type Runtime } from "./runtime.js";

/**
 * Answers the access token to act with, fresh enough for one call.
 * @throws BackendError when nobody is signed in or the session cannot be had; never answers an API key
 */
export type AccessTokenSource = (options?: { signal?: AbortSignal | undefined }) => Promise<string>;

/** What the clients of REST, storage, functions and realtime are built from. */
export interface ServiceOptions {
  /** Project URL without trailing slash, such as `http://127.0.0.1:54321`. */
  url: string;
  /** Publishable or legacy anonymous key; public. */
  anonKey: string;
  /** Clock, fetch and timers; the platform's where left out. */
  runtime?: Partial<Runtime> | undefined;
  /**
   * Given: every call acts as that user and fails closed, sending nothing, when the source throws.
   * Left out: the client is the explicit anonymous one and sends the API key alone.
   */
  getAccessToken?: AccessTokenSource | undefined;
  /** Ends every call of the client; a call's own signal ends that call alone. */
  signal?: AbortSignal | undefined;
}

/** One signal of two: what either ends is over. */
export function eitherSignal(
  one: AbortSignal | null | undefined,
  other: AbortSignal | null | undefined,
): AbortSignal | undefined {
  if (one && other) return AbortSignal.any([one, other]);
  return one ?? other ?? undefined;
}

/** One HTTP call; `operation` names it in errors and never holds data. */
export interface ServiceRequest {
  operation: string;
  url: string;
  init?: RequestInit | undefined;
}

/** The error of a call that acts as a user while nobody is signed in. */
export function sessionMissing(operation: string): BackendError {
  return new BackendError({
    kind: "auth",
    code: "session_missing",
    operation,
    message: `${operation} was not sent: it acts as a user, and nobody is signed in.`,
  });
}

/**
 * The headers that say who is calling: the API key, and the user's token where the client acts as a
 * user. There is no way from a missing token to the anonymous role.
 * @throws BackendError whatever the token source throws; an empty token is `session_missing`
 */
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
  // A legacy anonymous key is a JWT, and self-hosted storage wants it as bearer; `sb_` keys are not.
  return anonKey.startsWith("sb_")
    ? { apikey: anonKey }
    : { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}

/**
 * Sends one request as the client's user and names a failure of the network.
 * @returns the response, whatever its status
 * @throws BackendError of kind `auth` without a token, of kind `network` without a response
 */
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
