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
  /** The service's code. Absent if another server, such as a gateway, wrote the body. */
  upstreamCode?: string | undefined;
  /**
   * Message of the response. The app receives this message only if a hook of the project wrote it.
   */
  sentence?: string | undefined;
  reasons?: readonly string[] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/**
 * The auth service returns this code if another refresh of the session was running. A retry may
 * succeed.
 */
const PASSING_CODE = "conflict";

/**
 * Returns true if a project's hook wrote the message of the response. Such a response has a code
 * that starts with `hook_`, or the code `unknown` and a 4xx status.
 */
function isFromHook({ upstreamCode = "", status }: AuthAnswer): boolean {
  const isRefusal = status >= 400 && status < 500;
  return upstreamCode.startsWith("hook_") || (upstreamCode === "unknown" && isRefusal);
}

function detailsOf(answer: AuthAnswer): { reasons: string[] } | { message: string } | undefined {
  const { reasons, sentence } = answer;
  if (reasons !== undefined) return { reasons: [...reasons] };
  return sentence !== undefined && isFromHook(answer) ? { message: sentence } : undefined;
}

/**
 * Converts a refusal of the auth service to an error. A response without a code is from another
 * server, such as a gateway, so its error never ends a session.
 */
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

/**
 * API version 2024-01-01 has the code as text in `code`. Older versions have it in `error_code`.
 */
export function authCodeOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("error_code" in body && typeof body.error_code === "string") return body.error_code;
  if ("code" in body && typeof body.code === "string") return body.code;
  // Auth services that predate error codes return an OAuth 2 error (RFC 6749 §5.2). Accept only
  // `invalid_grant`, because gateways write other texts into `error`.
  if ("error" in body && body.error === "invalid_grant") return body.error;
  return undefined;
}
