import { withDeadline } from "../config/deadline.js";
import type { Backend } from "../config/define-backend.js";
import { eitherSignal } from "../config/either-signal.js";
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
import type { Report } from "./report-types.js";

export interface AuthRequest {
  operation: string;
  path: string;
  method: string;
  headers: HeadersInit;
  body?: BodyInit | null | undefined;
  forwarded?: Record<string, string> | undefined;
  limiter?: CallLimiter | undefined;
  log?: Report | undefined;
  user?: string | undefined;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface AuthHttpAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
  retryAfterSeconds: number | undefined;
  requestId: string | undefined;
}

/** Proof that a call was sent. The breaker and the pauses accept no other object. */
class Sent {
  readonly #proof = true;
  readonly answer: AuthHttpAnswer | null;
  readonly error: BackendError | null;

  constructor(answer: AuthHttpAnswer | null, error: BackendError | null) {
    this.answer = answer;
    this.error = error;
  }

  static is(value: unknown): value is Sent {
    return typeof value === "object" && value !== null && #proof in value;
  }
}

/** Exported only as a type, so that only {@link sendAuth} can create a `Sent` object. */
export type SentCall = Sent;

/** The gateway rejects a publishable key as bearer token if `apikey` is a different key. */
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

function errorOf(answer: AuthHttpAnswer, operation: string): BackendError | null {
  const { status, body } = answer;
  const facts = {
    status,
    operation,
    retryAfterSeconds: answer.retryAfterSeconds,
    requestId: answer.requestId,
  };
  // The auth service never redirects these calls, so the response comes from another server.
  // Following the redirect would send the body and the keys to that server.
  if (status >= 300 && status < 400) return fromForeignAnswer(facts);
  if (status >= 200 && status < 300) return body === undefined ? fromForeignAnswer(facts) : null;
  const upstreamCode = authCodeOf(body) ?? answer.headers.get("x-sb-error-code") ?? undefined;
  return fromAuth({ ...facts, upstreamCode, sentence: messageOf(body) });
}

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
  const startedAt = runtime.now();
  const finish = request.log?.watcher?.beginCall({ operation, method: request.method });
  const end = (answer: AuthHttpAnswer | null, error: BackendError | null): SentCall => {
    finish?.({ status: answer?.status, error, seconds: (runtime.now() - startedAt) / 1000 });
    return new Sent(answer, error);
  };
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
    // Without a forwarded address, a rate limit on refreshes affects all users. The breaker handles
    // that case.
    if (error && isRequestLimit(error) && (limit.address || !isRefresh(request.path))) {
      holdEndpoint(backend.url, { ...limit, error, nowMs: runtime.now() });
    }
    return end(answer, error);
  } catch (thrown) {
    return end(null, fromNetworkFailure(thrown, { operation, signal }));
  }
}

export function wasSent(result: SentCall | BackendError): result is SentCall {
  return Sent.is(result);
}
