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
  /** Absent if another server wrote the body. */
  upstreamCode?: string | undefined;
  /** Message of a project's own hook. No other message reaches the app. */
  sentence?: string | undefined;
  reasons?: readonly string[] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** Another refresh of the session was running, so a repeated refresh may succeed. */
const PASSING_CODE = "conflict";

/** Returns true for a message that a project's hook wrote. It has no code, or a `hook_` code. */
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
 * Maps a response of the auth service. Without a code, another server wrote the response, so the
 * error never ends a session.
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
  // Services without codes respond as OAuth 2 does (RFC 6749 §5.2). Gateways write other words into
  // `error`.
  if ("error" in body && body.error === "invalid_grant") return body.error;
  return undefined;
}
