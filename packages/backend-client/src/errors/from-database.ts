import { BackendError } from "./backend-error.js";
import { DATABASE_CODES, type ErrorCodes } from "./codes.js";
import { fromForeignAnswer } from "./from-network.js";

const KNOWN: ReadonlySet<string> = new Set(DATABASE_CODES);
const RETRYABLE = new Set(["40001", "40P01", "53300", "55P03", "57014", "PGRST000", "PGRST001"]);

function isDatabaseCode(code: string): code is ErrorCodes["database"] {
  return KNOWN.has(code);
}

export interface DatabaseAnswer {
  status: number;
  operation: string;
  code?: string | null | undefined;
  message?: string | null | undefined;
  details?: string | null | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

function parseDetail(detail: string | null | undefined): unknown {
  if (typeof detail !== "string" || detail === "") return undefined;
  try {
    return JSON.parse(detail);
  } catch {
    return undefined;
  }
}

/**
 * Keeps the details only of the errors `PTnnn` that the app's functions raise. Other details may
 * contain column values.
 */
export function fromDatabase(answer: DatabaseAnswer): BackendError {
  const { status, operation, code, retryAfterSeconds, requestId } = answer;
  if (!code) return fromForeignAnswer({ status, operation, retryAfterSeconds, requestId });
  if (/^PT\d{3}$/.test(code)) {
    const raised = answer.message ?? code;
    return new BackendError({
      kind: "database",
      code: "unknown",
      upstreamCode: raised,
      status,
      operation,
      requestId,
      message: `${operation} failed: a database function raised an error (${status}).`,
      details: parseDetail(answer.details),
    });
  }
  return new BackendError({
    kind: "database",
    code: isDatabaseCode(code) ? code : "unknown",
    upstreamCode: code,
    status,
    operation,
    requestId,
    retryAfterSeconds,
    message: `${operation} failed: the database returned ${status} (${code}).`,
    retryable: RETRYABLE.has(code) || status === 503,
  });
}
