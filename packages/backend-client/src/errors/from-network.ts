import { BackendError, type BackendErrorOf } from "./backend-error.js";

function abortName(thrown: unknown): "AbortError" | "TimeoutError" | null {
  const name = typeof thrown === "object" && thrown !== null && "name" in thrown ? thrown.name : "";
  return name === "AbortError" || name === "TimeoutError" ? name : null;
}

export function fromNetworkFailure(
  thrown: unknown,
  call: { operation: string; signal?: AbortSignal | undefined },
): BackendErrorOf<"network"> {
  const { operation, signal } = call;
  const name = abortName(signal?.aborted ? signal.reason : thrown) ?? abortName(thrown);
  if (name === "TimeoutError") {
    return new BackendError({
      kind: "network",
      code: "timeout",
      message: `${operation} took too long. Try again in a moment.`,
      retryable: true,
      operation,
    });
  }
  if (name === "AbortError" || signal?.aborted) {
    return new BackendError({
      kind: "network",
      code: "aborted",
      message: `${operation} was aborted by the caller.`,
      operation,
    });
  }
  return new BackendError({
    kind: "network",
    code: "unreachable",
    message: `${operation} got no response. Check that the service runs and that its URL is right.`,
    retryable: true,
    operation,
    cause: thrown,
  });
}

export function fromForeignAnswer(answer: {
  status: number;
  operation: string;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}): BackendErrorOf<"network"> {
  const { status, operation } = answer;
  const code =
    status === 429 ? "rate_limited" : status >= 500 ? "service_unavailable" : "unexpected_answer";
  return new BackendError({
    kind: "network",
    code,
    message: `${operation} got an unexpected response (${status}). Try again in a moment.`,
    retryable: true,
    ...answer,
  });
}

const UNCONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/**
 * Returns true if no connection was established. The content of the request is then not the cause
 * of the error.
 */
export function isUnconnected({ code, cause }: BackendError): boolean {
  if (code !== "unreachable") return false;
  for (let at: unknown = cause, depth = 0; depth < 3; depth++) {
    if (typeof at !== "object" || at === null) return false;
    if ("code" in at && UNCONNECTED.test(String(at.code))) return true;
    at = "cause" in at ? at.cause : undefined;
  }
  return false;
}

const AFTER_SECONDS = /\bafter (\d{1,6}) seconds\b/;

export function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const text = "message" in body ? body.message : "msg" in body ? body.msg : undefined;
  return typeof text === "string" ? text : undefined;
}

/** Returns only the seconds, because the message may contain an email address. */
export function secondsInMessage(body: unknown): number | undefined {
  const found = AFTER_SECONDS.exec(messageOf(body) ?? "");
  return found ? Number(found[1]) : undefined;
}

export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value.trim());
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
