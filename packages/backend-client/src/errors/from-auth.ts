import { BackendError } from "./backend-error.js";
import { AUTH_CODES, type ErrorCodes } from "./codes.js";
import { fromForeignAnswer } from "./from-network.js";

const KNOWN: ReadonlySet<string> = new Set(AUTH_CODES);

function isAuthCode(code: string): code is ErrorCodes["auth"] {
  return KNOWN.has(code);
}

/** The parts of an auth service response that decide its meaning. */
export interface AuthAnswer {
  status: number;
  operation: string;
  /** The service's `code` (or `error_code`), if it wrote the body. */
  upstreamCode?: string | undefined;
  /** The message of the body. Only the message of a project's own hook is passed on. */
  sentence?: string | undefined;
  /** Reasons that come with `weak_password`. */
  reasons?: readonly string[] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** Another refresh of the session was in flight, so this one may succeed in a moment. */
const PASSING_CODE = "conflict";

/** Returns whether the project's own hook wrote the message: it has no code, or a `hook_` one. */
function isFromHook({ upstreamCode = "", status }: AuthAnswer): boolean {
  const isRefusal = status >= 400 && status < 500;
  return upstreamCode.startsWith("hook_") || (upstreamCode === "unknown" && isRefusal);
}

/** Returns facts for the app, such as the reasons for a weak password or the message of a hook. */
function detailsOf(answer: AuthAnswer): { reasons: string[] } | { message: string } | undefined {
  const { reasons, sentence } = answer;
  if (reasons !== undefined) return { reasons: [...reasons] };
  return sentence !== undefined && isFromHook(answer) ? { message: sentence } : undefined;
}

/**
 * Turns a response of the auth service into an error. Without a code the service did not write it,
 * whatever the status: then it is a network error and never ends a session.
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
    message: `${operation} was refused by the auth service (${status}, ${upstreamCode}).`,
    retryable: status >= 500 || status === 429 || upstreamCode === PASSING_CODE,
    retryAfterSeconds: answer.retryAfterSeconds,
    requestId: answer.requestId,
    details: detailsOf(answer),
  });
}

/**
 * Reads the code of an auth service's error body: `code` as text in API version 2024-01-01,
 * `error_code` before it.
 */
export function authCodeOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("error_code" in body && typeof body.error_code === "string") return body.error_code;
  if ("code" in body && typeof body.code === "string") return body.code;
  // Services older than codes respond as OAuth 2 does (RFC 6749 §5.2). Gateways write other words
  // here.
  if ("error" in body && body.error === "invalid_grant") return body.error;
  return undefined;
}
