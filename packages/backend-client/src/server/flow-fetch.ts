import type { Backend } from "../config/define-backend.js";
import type { BackendError } from "../errors/backend-error.js";
import type { FlowFacts } from "../errors/from-auth-flow.js";
import { fromNetworkFailure, messageOf } from "../errors/from-network.js";
import type { CallLimiter } from "../limits/call-limiter.js";
import { repeatOnce, timeSpent } from "../session/auth-http.js";
import { sendAuth, wasSent } from "../session/auth-transport.js";
import type { CallTime } from "../session/call-time.js";
import { reportFault } from "../session/report-fault.js";
import type { Report } from "../session/report-types.js";
import { isPlainPath, malformedArgument } from "./plain-path.js";

export interface FlowTerms {
  operation: string;
  forwarded?: Record<string, string> | undefined;
  limiter?: CallLimiter | undefined;
  log?: Report | undefined;
  user?: string | undefined;
  signal?: AbortSignal | undefined;
  time: CallTime;
}

export function noFacts(): FlowFacts {
  return { failure: null, refusal: null, answer: { status: 0 } };
}

function pathOf(backend: Backend, input: RequestInfo | URL): string {
  const address = input instanceof Request ? input.url : String(input);
  return address.slice(`${backend.url}/auth/v1`.length);
}

/**
 * Sends the calls of auth-js, which does not encode ids in paths. Refuses a path such as
 * `/factors/../users`, which would reach another endpoint.
 */
export function flowFetch(
  backend: Backend,
  facts: FlowFacts,
  { operation, forwarded, limiter, log, user, signal, time }: FlowTerms,
): typeof fetch {
  return async (input, init = {}) => {
    const fail = (error: BackendError): never => {
      facts.failure = error;
      throw new Error(error.message);
    };
    const path = pathOf(backend, input);
    if (!isPlainPath(path)) return fail(malformedArgument(operation));
    if (time.leftMs <= 0) return fail(timeSpent(operation));
    const method = init.method ?? "GET";
    const send = () =>
      sendAuth(backend, {
        operation,
        path,
        method,
        headers: init.headers ?? {},
        body: init.body,
        forwarded,
        limiter,
        log,
        user,
        timeoutMs: time.leftMs,
        signal,
      });
    const result = await repeatOnce(backend, { isRepeatable: method === "GET", time }, send);
    if (!wasSent(result)) return fail(result);
    const { answer, error } = result;
    reportFault(backend, operation, { error, log });
    if (!answer) return fail(error ?? fromNetworkFailure(null, { operation }));
    const { status, headers, text } = answer;
    facts.refusal = error;
    facts.answer = {
      status,
      sentence: messageOf(answer.body),
      retryAfterSeconds: answer.retryAfterSeconds,
      requestId: answer.requestId,
    };
    if (error && status >= 300 && status < 400) return fail(error);
    return new Response(text || null, { status, headers });
  };
}
