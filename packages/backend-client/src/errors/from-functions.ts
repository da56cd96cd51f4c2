import { BackendError } from "./backend-error.js";
import { type ErrorCodes, FUNCTIONS_CODES } from "./codes.js";

const KNOWN: ReadonlySet<string> = new Set(FUNCTIONS_CODES);

function isFunctionsCode(code: string): code is ErrorCodes["functions"] {
  return KNOWN.has(code);
}

export interface FunctionsAnswer {
  status: number;
  name: string;
  upstreamCode?: string | undefined;
  isRelay: boolean;
  body?: unknown;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

export function fromFunctions(answer: FunctionsAnswer): BackendError {
  const { status, name, upstreamCode, isRelay } = answer;
  const code =
    upstreamCode !== undefined && isFunctionsCode(upstreamCode)
      ? upstreamCode
      : isRelay
        ? "relay_error"
        : "http_error";
  return new BackendError({
    kind: "functions",
    code,
    upstreamCode,
    status,
    operation: `functions ${name}`,
    requestId: answer.requestId,
    retryAfterSeconds: answer.retryAfterSeconds,
    message: isRelay
      ? `The platform returned ${status} without running the function ${name}.`
      : `The function ${name} returned ${status}.`,
    retryable: status >= 500 || status === 429,
    details: answer.body,
  });
}
