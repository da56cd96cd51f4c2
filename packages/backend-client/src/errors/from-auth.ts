import { BackendError } from "./backend-error.js";
import { AUTH_CODES, type ErrorCodes } from "./codes.js";
import { fromForeignAnswer } from "./from-network.js";

const KNOWN: ReadonlySet<string> = new Set(AUTH_CODES);

function isAuthCode(code: string): code is ErrorCodes["auth"] {
  return KNOWN.has(code);
}

export interface AuthAnswer {
  status: number;
  operation: string;
  upstreamCode?: string | undefined;
  sentence?: string | undefined;
  reasons?: readonly string[] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/**
 * The service sends this code while another refresh of the session runs, so a retry may succeed.
 */
const PASSING_CODE = "conflict";

/** The service sends the message of a project's hook with a code `hook_…` or `unknown`. */
function isFromHook({ upstreamCode = "", status }: AuthAnswer): boolean {
  const isRefusal = status >= 400 && status < 500;
  return upstreamCode.startsWith("hook_") || (upstreamCode === "unknown" && isRefusal);
}

function detailsOf(answer: AuthAnswer): { reasons: string[] } | { message: string } | undefined {
  const { reasons, sentence } = answer;
  if (reasons !== undefined) return { reasons: [...reasons] };
  return sentence !== undefined && isFromHook(answer) ? { message: sentence } : undefined;
}

/** A response without a code is from a gateway. Its error must never end a session. */
export function fromAuth(answer: AuthAnswer): BackendError {
  const { upstreamCode, status, operation } = answer;
  if (upstreamCode === undefined) return fromForeignAnswer(answer);
  const code = isAuthCode(upstreamCode) ? upstreamCode : "unknown";
  return new BackendError({
    kind: "auth",
    code,
    upstreamCode,
    status,
    operation,
    message: `${operation} failed: the auth service returned ${status} (${upstreamCode}).`,
    retryable: status >= 500 || status === 429 || upstreamCode === PASSING_CODE,
    retryAfterSeconds: answer.retryAfterSeconds,
    requestId: answer.requestId,
    details: detailsOf(answer),
  });
}

/** API version 2024-01-01 sends the code in `code`. Older versions send it in `error_code`. */
export function authCodeOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("error_code" in body && typeof body.error_code === "string") return body.error_code;
  if ("code" in body && typeof body.code === "string") return body.code;
  // Older services send the OAuth 2 error `invalid_grant` (RFC 6749 §5.2). Ignore other values of
  // `error`, which gateways write.
  if ("error" in body && body.error === "invalid_grant") return body.error;
  return undefined;
}
