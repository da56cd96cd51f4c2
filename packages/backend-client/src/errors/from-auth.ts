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
  /** Absent if the service did not write the body. */
  upstreamCode?: string | undefined;
  /** Message of a project's own hook; no other message reaches the app. */
  sentence?: string | undefined;
  reasons?: readonly string[] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** Another refresh of the session was in flight, so this one may succeed in a moment. */
const PASSING_CODE = "conflict";

/** A project's own hook writes messages without a code, or with a `hook_` code. */
function isFromHook({ upstreamCode = "", status }: AuthAnswer): boolean {
  const isRefusal = status >= 400 && status < 500;
  return upstreamCode.startsWith("hook_") || (upstreamCode === "unknown" && isRefusal);
}

function detailsOf(answer: AuthAnswer): { reasons: string[] } | { message: string } | undefined {
  const { reasons, sentence } = answer;
  if (reasons !== undefined) return { reasons: [...reasons] };
  return sentence !== undefined && isFromHook(answer) ? { message: sentence } : undefined;
}

/** Without a code, the service did not write the response, which then never ends a session. */
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

/** API version 2024-01-01 has `code` as text, older ones have `error_code`. */
export function authCodeOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("error_code" in body && typeof body.error_code === "string") return body.error_code;
  if ("code" in body && typeof body.code === "string") return body.code;
  // Services without codes respond as OAuth 2 does (RFC 6749 §5.2). Gateways write other words
  // here.
  if ("error" in body && body.error === "invalid_grant") return body.error;
  return undefined;
}
