import { eitherSignal } from "../config/authorized-fetch.js";
import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import { authCodeOf, fromAuth } from "../errors/from-auth.js";
import {
  fromForeignAnswer,
  fromNetworkFailure,
  messageOf,
  retryAfterSeconds,
  secondsInMessage,
} from "../errors/from-network.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { findHold, holdEndpoint, isRequestLimit } from "./holds.js";
import { projectState } from "./project-state.js";

/** One HTTP request to the auth service. */
export interface AuthRequest {
  operation: string;
  /** Path and query below `/auth/v1`. */
  path: string;
  method: string;
  headers: HeadersInit;
  body?: BodyInit | null | undefined;
  /** Headers that tell the service who asks. */
  forwarded?: Record<string, string> | undefined;
  /** Pays for the request. Without one it is free, as key fetches and sign-out are. */
  limiter?: CallLimiter | undefined;
  /** The user whose proven session the request serves. */
  user?: string | undefined;
  /** Milliseconds it may take, body included. */
  timeoutMs: number;
  /** The caller's; ends the request. */
  signal?: AbortSignal | undefined;
}

/** An answer, from the service or from whatever stands in front of it. */
export interface AuthHttpAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; null when it is empty, undefined when it is no JSON. */
  body: unknown;
  retryAfterSeconds: number | undefined;
  requestId: string | undefined;
}

/**
 * A request that left this process, with what came of it. Only {@link sendAuth} makes one: it is the
 * proof that the service was asked, without which nothing may be concluded about it.
 */
class Sent {
  /** Makes the type nominal: an object that looks the same is not one. */
  readonly #proof = true;
  /** Null when no answer came. */
  readonly answer: AuthHttpAnswer | null;
  /** Null for a 2xx whose body is JSON or empty. */
  readonly error: BackendError | null;

  constructor(answer: AuthHttpAnswer | null, error: BackendError | null) {
    this.answer = answer;
    this.error = error;
  }

  static is(value: unknown): value is Sent {
    return typeof value === "object" && value !== null && #proof in value;
  }
}

/** See {@link Sent}; the class itself stays here. */
export type SentCall = Sent;

/**
 * auth-js repeats the public key as bearer. Next to another key the gateway would take that for a
 * contradiction, unless it is a JWT.
 */
function withForwarded(
  init: HeadersInit,
  anonKey: string,
  forwarded: Record<string, string>,
): Headers {
  const headers = new Headers(init);
  const entries = Object.entries(forwarded);
  const isRepeated = headers.get("authorization") === `Bearer ${anonKey}`;
  if (entries.length > 0 && isRepeated && anonKey.startsWith("sb_")) {
    headers.delete("authorization");
  }
  for (const [name, value] of entries) headers.set(name, value);
  return headers;
}

/** The only path of which a limit holds back everything that a session needs. */
export const REFRESH_PATH = "/token?grant_type=refresh_token";

function isRefresh(path: string): boolean {
  return path === REFRESH_PATH;
}

function parseBody(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an answer says; null for one as it should be. */
function errorOf(answer: AuthHttpAnswer, operation: string): BackendError | null {
  const { status, body } = answer;
  const facts = {
    status,
    operation,
    retryAfterSeconds: answer.retryAfterSeconds,
    requestId: answer.requestId,
  };
  // The service never redirects these calls, and they must not be followed: body and keys would go along.
  if (status >= 300 && status < 400) return fromForeignAnswer(facts);
  if (status >= 200 && status < 300) return body === undefined ? fromForeignAnswer(facts) : null;
  const upstreamCode = authCodeOf(body) ?? answer.headers.get("x-sb-error-code") ?? undefined;
  return fromAuth({ ...facts, upstreamCode, sentence: messageOf(body) });
}

/**
 * Sends one request to `/auth/v1`: the only place that does. It is not repeated, redirects are not
 * followed, and it is over when its time is. Never throws.
 * @returns what came of it; or, when it was not sent, only why
 */
export async function sendAuth(
  backend: Backend,
  request: AuthRequest,
): Promise<SentCall | BackendError> {
  const { operation, signal, timeoutMs } = request;
  if (signal?.aborted) return fromNetworkFailure(signal.reason, { operation, signal });
  const { runtime } = backend;
  const limit = { path: request.path, address: request.forwarded?.["sb-forwarded-for"] };
  const hold = findHold(projectState(backend.url), { ...limit, operation, nowMs: runtime.now() });
  if (hold) return hold;
  const refusal = request.limiter?.checkRateLimit(operation, request.user);
  if (refusal) return refusal;
  try {
    const [response, text] = await withDeadline(runtime, timeoutMs, async (deadline) => {
      const answered = await runtime.fetch(`${backend.url}/auth/v1${request.path}`, {
        method: request.method,
        headers: withForwarded(request.headers, backend.anonKey, request.forwarded ?? {}),
        ...(request.body ? { body: request.body } : {}),
        redirect: "manual",
        cache: "no-store",
        signal: eitherSignal(deadline, signal) ?? deadline,
      });
      return [answered, await answered.text()] as const;
    });
    const { status, headers } = response;
    const body = parseBody(text);
    const answer: AuthHttpAnswer = {
      status,
      headers,
      text,
      body,
      retryAfterSeconds:
        retryAfterSeconds(headers, runtime.now()) ??
        (status === 429 ? secondsInMessage(body) : undefined),
      requestId: headers.get("sb-request-id") ?? headers.get("x-request-id") ?? undefined,
    };
    const error = errorOf(answer, operation);
    request.limiter?.recordAnswer(error !== null && isRequestLimit(error));
    // A limit of the refreshes counts for all; the breaker is told, which sees more than one path.
    if (error && isRequestLimit(error) && (limit.address || !isRefresh(request.path))) {
      holdEndpoint(backend.url, { ...limit, error, nowMs: runtime.now() });
    }
    return new Sent(answer, error);
  } catch (thrown) {
    return new Sent(null, fromNetworkFailure(thrown, { operation, signal }));
  }
}

/** Whether a request left this process, or was refused before. */
export function wasSent(result: SentCall | BackendError): result is SentCall {
  return Sent.is(result);
}
