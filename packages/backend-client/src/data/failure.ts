import type { BackendError } from "../errors/backend-error.js";
import { fromDatabase } from "../errors/from-database.js";
import { fromNetworkFailure, retryAfterSeconds } from "../errors/from-network.js";

interface ErrorBody {
  code?: string;
  message?: string;
  details?: string;
}

export async function databaseFailure(
  response: Response,
  { operation, now }: { operation: string; now: number },
): Promise<BackendError> {
  const { status, headers } = response;
  const requestId = headers.get("sb-request-id") ?? undefined;
  const body = errorBody(await response.text().catch(() => ""));
  const seconds = retryAfterSeconds(headers, now);
  return fromDatabase({ ...body, status, operation, requestId, retryAfterSeconds: seconds });
}

export function builderFailure(thrown: unknown): BackendError {
  const { code, message, details } = narrow(thrown);
  if (code) return fromDatabase({ status: 406, operation: "query", code, message, details });
  if (thrown instanceof SyntaxError || narrow(thrown).message !== undefined) {
    return fromDatabase({ status: 200, operation: "query" });
  }
  return fromNetworkFailure(thrown, { operation: "query" });
}

function errorBody(text: string): ErrorBody {
  try {
    return narrow(JSON.parse(text));
  } catch {
    return {};
  }
}

function narrow(value: unknown): ErrorBody {
  if (typeof value !== "object" || value === null) return {};
  const found: ErrorBody = {};
  for (const name of ["code", "message", "details"] as const) {
    const field: unknown = Reflect.get(value, name);
    if (typeof field === "string") found[name] = field;
  }
  return found;
}
